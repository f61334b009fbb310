// SPDX-License-Identifier: MIT
//
// The report of igprof-analyse, number for number: rows by inclusive cost, equal ones by the depth
// at which a function is first met; callers from cheap to expensive, callees the other way; and a
// root "<spontaneous>". Each counter is a report of its own, with the calls beside the cost.
#include "quern/views/calls/gprof.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/trees/path_counts.h"
#include "quern/model/records/amount.h"
#include "quern/query/columns.h"
#include "quern/views/lists/node_costs.h"

namespace quern {

namespace {

constexpr size_t kCost = 0;  // columns of the question that is asked
constexpr size_t kCalls = 1;

/// The chosen parts' time a tick, if they agree.
std::optional<double> period_of(const Profile& profile, const Selection& selection,
                                const Event& event) {
  std::optional<double> period;
  if (event.name != "PERF_TICKS") {
    return period;
  }
  for (const Part* const part : chosen_parts(profile, selection.parts)) {
    const std::optional<double>& own = part->header.period;
    if (!own || *own <= 0 || (period && *period != *own)) {
      return std::nullopt;
    }
    period = own;
  }
  return period;
}

/// By node: how near to a root it is seen at all.
std::vector<uint32_t> least_depths(const Profile& profile, const PartSet& parts,
                                   const Nodes& nodes) {
  const Contexts& contexts = profile.contexts();
  std::vector<uint32_t> least(nodes.size(), ~uint32_t{0});
  const std::vector<uint32_t> depths = context_depths(contexts);
  each_context(profile, parts, [&](ContextId id) {
    uint32_t& depth = least[nodes.node(contexts.frame(id).function)];
    depth = std::min(depth, depths[id.index()]);
  });
  return least;
}

class Reporter {
 public:
  /// The selection has a column of calls where the input counts them.
  Reporter(const Profile& profile, const Selection& selection, bool has_calls)
      : costs_(profile, selection, NodeCosts::Edges::kWanted),
        graph_(costs_.graph()),
        depths_(least_depths(profile, selection.parts, costs_.nodes())),
        is_counted_(selection.columns.size() > kCalls),
        has_calls_(has_calls),
        is_max_(selection.columns[kCost].event.combine == Combine::kMax),
        root_(static_cast<uint32_t>(costs_.nodes().size())) {
    if (selection.counts_paths) {
      const PathCounts counts(profile, selection.parts, costs_.nodes().map());
      self_paths_ = counts.with_cost(selection.columns[kCost].sum);
      for (uint32_t node = 0; node < root_; ++node) {
        paths_.push_back(counts.of(node));
      }
      self_paths_.push_back(0);
      paths_.push_back(1);
      call_paths_ = counts.of_calls();
    }
  }

  void report(const std::vector<int128>& totals, Gprof& answer) {
    std::vector<uint32_t> nodes = costs_.nodes().listed();
    std::erase_if(nodes, [this](uint32_t node) { return is_without_cost(node); });
    std::ranges::sort(nodes, [this](uint32_t left, uint32_t right) {
      const uint128 a = magnitude(inclusive(left).cost);
      const uint128 b = magnitude(inclusive(right).cost);
      return a != b                            ? a > b
             : depths_[left] != depths_[right] ? depths_[left] < depths_[right]
                                               : costs_.nodes().is_before(left, right);
    });
    nodes.insert(nodes.begin(), root_);
    rows_.assign(size_t{root_} + 1, kNoRow);
    for (uint32_t row = 0; row < nodes.size(); ++row) {
      rows_[nodes[row]] = row;
    }
    for (const uint32_t node : nodes) {
      answer.rows.push_back(row(node));
    }
    answer.rows[0].inclusive = {totals[kCost], has_calls_ ? totals[kCalls] : 0};
    answer.rows[0].children = totals[kCost];
    answer.total = totals[kCost];
    answer.grouping = costs_.grouping();
  }

 private:
  static constexpr uint32_t kNoRow = ~uint32_t{0};

  [[nodiscard]] bool is_without_cost(uint32_t node) const {
    const size_t columns = is_counted_ ? kCalls + 1 : kCost + 1;
    for (size_t column = kCost; column < columns; ++column) {
      if (costs_.self(node, column) != 0 || lower_of(costs_.inclusive(node, column)) != 0) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool is_told(uint32_t edge, uint32_t other) const {
    return rows_[other] != kNoRow && (graph_.inclusive(edge, kCost) != 0 ||
                                      (is_counted_ && graph_.inclusive(edge, kCalls) != 0));
  }

  [[nodiscard]] GprofCost inclusive(uint32_t node) const {
    return {lower_of(costs_.inclusive(node, kCost)),
            has_calls_ ? lower_of(costs_.inclusive(node, kCalls)) : 0};
  }

  [[nodiscard]] GprofEdge edge(uint32_t edge, uint32_t other) const {
    return {rows_[other],
            {graph_.inclusive(edge, kCost), has_calls_ ? graph_.inclusive(edge, kCalls) : 0},
            call_paths(graph_.caller(edge), graph_.callee(edge))};
  }

  [[nodiscard]] uint64_t call_paths(uint32_t caller, uint32_t callee) const {
    const auto found = call_paths_.find(PathCounts::call(caller, callee));
    return found == call_paths_.end() ? 0 : found->second;
  }

  /// The root has no costs of its own here; report() gives it the totals.
  [[nodiscard]] GprofRow row(uint32_t node) const {
    GprofRow row;
    row.name = costs_.nodes().name(node);
    row.node = node;
    if (!paths_.empty()) {
      row.paths = paths_[node];
      row.self_paths = self_paths_[node];
    }
    if (node != root_) {
      row.self = {costs_.self(node, kCost), has_calls_ ? costs_.self(node, kCalls) : 0};
      row.inclusive = inclusive(node);
      row.children = row.inclusive.cost - row.self.cost;
    }
    for (const uint32_t at : graph_.calls_to(node)) {
      if (is_told(at, graph_.caller(at))) {
        row.callers.push_back(edge(at, graph_.caller(at)));
      }
    }
    for (const uint32_t at : graph_.calls_from(node)) {
      if (is_told(at, graph_.callee(at))) {
        row.callees.push_back(edge(at, graph_.callee(at)));
      }
    }
    const auto is_cheaper = [](const GprofEdge& left, const GprofEdge& right) {
      const uint128 a = magnitude(left.cost.cost);
      const uint128 b = magnitude(right.cost.cost);
      return a != b ? a < b : left.row > right.row;
    };
    std::ranges::sort(row.callers, is_cheaper);
    std::ranges::sort(row.callees,
                      [&](const auto& left, const auto& right) { return is_cheaper(right, left); });
    if (is_max_ && node != root_) {
      row.children = row.callees.empty() ? 0 : row.callees.front().cost.cost;
    }
    return row;
  }

  NodeCosts costs_;
  const CallGraph& graph_;
  std::vector<uint32_t> depths_;  ///< by node
  bool is_counted_;
  bool has_calls_;
  bool is_max_;
  uint32_t root_;
  std::vector<uint32_t> rows_;  ///< by node; kNoRow: left out
  // where paths are asked for
  std::vector<uint64_t> paths_;       ///< by node, and the root
  std::vector<uint64_t> self_paths_;  ///< by node
  PathCounts::OfCalls call_paths_;
};

}  // namespace

std::vector<Gprof> gprof(const Profile& profile, const Selection& selection, GprofCalls wanted) {
  std::vector<Gprof> answers;
  const std::vector<Column> stored = stored_columns(profile);
  for (const Column& column : selection.columns) {
    Selection asked = selection;
    asked.columns = {column};
    asked.sort_column = kCost;
    const bool are_wanted = wanted == GprofCalls::kOfAll || column.event.name.starts_with("MEM_");
    const auto calls = std::ranges::find(stored, column.event.name + ":calls",
                                         [](const Column& each) { return each.event.name; });
    const bool has_calls = are_wanted && calls != stored.end();
    if (calls != stored.end()) {
      asked.columns.push_back(*calls);
    }
    Gprof& answer = answers.emplace_back();
    answer.event = column.event;
    answer.has_calls = has_calls;
    answer.has_paths = selection.counts_paths;
    answer.period = period_of(profile, selection, column.event);
    Reporter(profile, asked, answer.has_calls)
        .report(totals(profile, selection.parts, column_sums(asked)), answer);
  }
  return answers;
}

}  // namespace quern
