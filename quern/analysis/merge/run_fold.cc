// SPDX-License-Identifier: MIT
#include "quern/analysis/merge/run_fold.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "quern/analysis/costs/function_sums.h"

namespace quern::merge {

/// The functions of one input as nodes: those that are one function of the fold are one node.
class RunFold::Nodes {
 public:
  Nodes(const Profile& profile, std::span<const FunctionId> functions) {
    std::unordered_map<uint32_t, uint32_t> known;
    for (size_t at = 0; at < functions.size(); ++at) {
      if (!profile.is_listed(FunctionId(at))) {
        nodes_.push_back(kUnlisted);
        continue;
      }
      const auto next = static_cast<uint32_t>(functions_.size());
      const auto [found, is_new] = known.try_emplace(functions[at].value, next);
      nodes_.push_back(found->second);
      if (is_new) {
        functions_.push_back(functions[at]);
      }
    }
    // Targets of jumps have no costs.
    std::ranges::replace(nodes_, kUnlisted, static_cast<uint32_t>(functions_.size()));
  }

  [[nodiscard]] NodeMap map() const { return {nodes_, functions_.size() + 1}; }
  /// By node, of the fold.
  [[nodiscard]] const std::vector<FunctionId>& functions() const { return functions_; }

 private:
  static constexpr uint32_t kUnlisted = ~uint32_t{0};
  std::vector<uint32_t> nodes_;
  std::vector<FunctionId> functions_;
};

RunCosts& RunFold::costs_of(FunctionId function) {
  if (function.index() >= functions_.size()) {
    functions_.resize(std::max(function.index() + 1, functions_.size() * 2));
  }
  return functions_[function.index()];
}

RunCosts& RunFold::costs_of(const EdgeKey& edge) {
  const size_t row = edges_.row_of(edge);
  if (row == edge_costs_.size()) {
    edge_costs_.emplace_back();
  }
  return edge_costs_[row];
}

void RunFold::add_cost(RunCosts& to, uint32_t cell, RunCost of, int128 cost) const {
  if (cost != 0) {
    to.cell(RunCosts::column(EventId(cell), of))
        .add(Distribution(cost, static_cast<uint32_t>(runs_.size() - 1)), by_name());
  }
}

void RunFold::add(const Profile& profile, std::span<const FunctionId> functions, Interned& ids,
                  std::span<const uint32_t> cells) {
  edges_.begin_input();
  if (const RunStatistics* const statistics = profile.run_statistics()) {
    add_runs(*statistics, ids, cells);
  } else {
    add_run(profile, functions, cells);
  }
}

void RunFold::add_run(const Profile& profile, std::span<const FunctionId> shown,
                      std::span<const uint32_t> cells) {
  runs_.push_back(profile.inputs().empty() ? std::string() : profile.inputs().front().name);
  std::vector<EventId> events;
  for (size_t at = 0; at < cells.size(); ++at) {
    events.emplace_back(at);
  }
  const std::vector<int128> total = event_totals(profile);
  const Nodes nodes(profile, shown);
  const FunctionSums sums(profile, events, nodes.map());
  ++total_.runs;
  for (size_t event = 0; event < cells.size(); ++event) {
    add_cost(total_, cells[event], RunCost::kSelf, total[event]);
  }
  const std::vector<FunctionId>& functions = nodes.functions();
  for (size_t node = 0; node < functions.size(); ++node) {
    RunCosts& costs = costs_of(functions[node]);
    ++costs.runs;
    for (size_t event = 0; event < cells.size(); ++event) {
      add_cost(costs, cells[event], RunCost::kSelf, sums.self(node, event));
      add_cost(costs, cells[event], RunCost::kInclusive, sums.inclusive(node, event));
    }
  }
  sums.with_calls([&](const CallGraph& graph) {
    for (size_t edge = 0; edge < graph.edge_count(); ++edge) {
      const uint32_t caller = graph.caller(edge);
      const uint32_t callee = graph.callee(edge);
      if (caller >= functions.size() || callee >= functions.size()) {
        continue;  // no function: what calls the roots of stacks
      }
      RunCosts& costs = costs_of({functions[caller], functions[callee]});
      ++costs.runs;
      for (size_t event = 0; event < cells.size(); ++event) {
        add_cost(costs, cells[event], RunCost::kInclusive, graph.inclusive(edge, event));
      }
    }
  });
}

std::vector<uint32_t> RunFold::numbers_for(std::span<const std::string> names) {
  std::vector<uint32_t> numbers(names.size());
  std::iota(numbers.begin(), numbers.end(), static_cast<uint32_t>(runs_.size()));
  runs_.insert(runs_.end(), names.begin(), names.end());
  return numbers;
}

void RunFold::add(RunCosts& to, const RunCosts& more, std::span<const uint32_t> runs,
                  std::span<const uint32_t> cells) const {
  to.runs += more.runs;
  for (const RunCosts::Cell& cell : more.cells) {
    Distribution costs = cell.costs;
    costs.renumber(runs);
    const bool is_self = RunCosts::is_of(cell.column, RunCost::kSelf);
    const RunCost of = is_self ? RunCost::kSelf : RunCost::kInclusive;
    if (const uint32_t event = cells[RunCosts::event(cell.column).index()]; event != kNoEvent) {
      to.cell(RunCosts::column(EventId(event), of)).add(costs, by_name());
    }
  }
}

void RunFold::add_runs(const RunStatistics& statistics, Interned& ids,
                       std::span<const uint32_t> cells) {
  const std::vector<uint32_t> runs = numbers_for(statistics.runs);
  add(total_, statistics.total, runs, cells);
  for (const RunStatistics::Function& each : statistics.functions) {
    add(costs_of(ids.function(each.function)), each.costs, runs, cells);
  }
  for (const RunStatistics::Edge& each : statistics.edges) {
    add(costs_of({ids.function(each.caller), ids.function(each.callee)}), each.costs, runs, cells);
  }
}

void RunFold::add(const RunFold& others, Interned& ids, std::span<const uint32_t> cells) {
  edges_.begin_input();
  const std::vector<uint32_t> runs = numbers_for(others.runs_);
  add(total_, others.total_, runs, cells);
  for (size_t at = 0; at < others.functions_.size(); ++at) {
    if (others.functions_[at].runs != 0) {
      add(costs_of(ids.function(FunctionId(at))), others.functions_[at], runs, cells);
    }
  }
  for (size_t row = 0; row < others.edge_costs_.size(); ++row) {
    const EdgeKey& edge = others.edges_[row];
    add(costs_of({ids.function(edge.caller), ids.function(edge.callee)}), others.edge_costs_[row],
        runs, cells);
  }
}

RunStatistics RunFold::result(const std::function<FunctionId(FunctionId)>& function,
                              std::span<const uint32_t> event_ranks) const {
  std::vector<uint32_t> order(runs_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [this](uint32_t run) -> const std::string& { return runs_[run]; });
  RunStatistics result;
  std::vector<uint32_t> ranks(runs_.size());
  for (const uint32_t run : order) {
    const bool is_same = !result.runs.empty() && result.runs.back() == runs_[run];
    const auto next = static_cast<uint32_t>(result.runs.size());
    ranks[run] = is_same ? ranks[order[next - 1]] : next;
    result.runs.push_back(runs_[run]);
  }
  add(result.total, total_, ranks, event_ranks);
  for (size_t at = 0; at < functions_.size(); ++at) {
    if (functions_[at].runs != 0) {
      add(result.functions.emplace_back(function(FunctionId(at))).costs, functions_[at], ranks,
          event_ranks);
    }
  }
  for (size_t row = 0; row < edge_costs_.size(); ++row) {
    const EdgeKey& edge = edges_[row];
    add(result.edges.emplace_back(function(edge.caller), function(edge.callee)).costs,
        edge_costs_[row], ranks, event_ranks);
  }
  return result;
}

}  // namespace quern::merge
