// SPDX-License-Identifier: MIT
#include "quern/views/gprof.h"

#include <algorithm>
#include <utility>

#include "quern/model/amount.h"
#include "quern/views/columns.h"
#include "quern/views/node_costs.h"

namespace quern {

namespace {

constexpr size_t kCost = 0;  // columns of the question that is asked
constexpr size_t kCalls = 1;

/// The chosen parts' time a tick, if they agree.
std::optional<double> period_of(const Profile& profile, const Selection& selection,
                                const Event& event) {
  std::optional<double> period;
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const std::optional<double>& own = profile.parts()[at].header.period;
    if (!selection.parts.contains(at) || event.name != "PERF_TICKS") {
      continue;
    }
    if (!own || *own <= 0 || (period && *period != *own)) {
      return std::nullopt;
    }
    period = own;
  }
  return period;
}

class Reporter {
 public:
  Reporter(const Profile& profile, const Selection& selection, bool has_calls)
      : costs_(profile, selection, NodeCosts::Edges::kWanted),
        graph_(costs_.graph()),
        has_calls_(has_calls),
        is_max_(selection.columns[kCost].event.combine == Combine::kMax),
        root_(static_cast<uint32_t>(costs_.nodes().size())) {}

  void report(const std::vector<int128>& totals, Gprof& answer) {
    std::vector<uint32_t> nodes = costs_.nodes().listed();
    std::ranges::sort(nodes, [this](uint32_t left, uint32_t right) {
      const int128 a = inclusive(left).cost;
      const int128 b = inclusive(right).cost;
      return a != b ? a > b : costs_.nodes().is_before(left, right);
    });
    nodes.insert(nodes.begin(), root_);
    rows_.resize(size_t{root_} + 1);
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
  [[nodiscard]] GprofCost inclusive(uint32_t node) const {
    return {lower_of(costs_.inclusive(node, kCost)),
            has_calls_ ? lower_of(costs_.inclusive(node, kCalls)) : 0};
  }

  [[nodiscard]] GprofEdge edge(uint32_t edge, uint32_t other) const {
    return {rows_[other],
            {graph_.inclusive(edge, kCost), has_calls_ ? graph_.inclusive(edge, kCalls) : 0}};
  }

  [[nodiscard]] GprofRow row(uint32_t node) const {
    GprofRow row;
    row.name = costs_.nodes().name(node);
    if (node != root_) {
      row.self = {costs_.self(node, kCost), has_calls_ ? costs_.self(node, kCalls) : 0};
      row.inclusive = inclusive(node);
      row.children = row.inclusive.cost - row.self.cost;
    }
    for (const uint32_t at : graph_.calls_to(node)) {
      row.callers.push_back(edge(at, graph_.caller(at)));
    }
    for (const uint32_t at : graph_.calls_from(node)) {
      row.callees.push_back(edge(at, graph_.callee(at)));
    }
    const auto is_cheaper = [](const GprofEdge& left, const GprofEdge& right) {
      return left.cost.cost != right.cost.cost ? left.cost.cost < right.cost.cost
                                               : left.row > right.row;
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
  bool has_calls_;
  bool is_max_;
  uint32_t root_;
  std::vector<uint32_t> rows_;  ///< by node
};

}  // namespace

std::vector<Gprof> gprof(const Profile& profile, const Selection& selection) {
  std::vector<Gprof> answers;
  const std::vector<Column> stored = stored_columns(profile);
  for (const Column& column : selection.columns) {
    Selection asked = selection;
    asked.columns = {column};
    asked.sort_column = kCost;
    // Calls are allocations of memory; of ticks they are samples, which igprof-analyse leaves out.
    const bool is_memory = column.event.name.starts_with("MEM_");
    const auto calls = std::ranges::find(stored, column.event.name + ":calls",
                                         [](const Column& each) { return each.event.name; });
    const bool has_calls = is_memory && calls != stored.end();
    if (has_calls) {
      asked.columns.push_back(*calls);
    }
    Gprof& answer = answers.emplace_back();
    answer.event = column.event;
    answer.has_calls = has_calls;
    answer.period = period_of(profile, selection, column.event);
    Reporter(profile, asked, answer.has_calls)
        .report(totals(profile, selection.parts, column_sums(asked)), answer);
  }
  return answers;
}

}  // namespace quern
