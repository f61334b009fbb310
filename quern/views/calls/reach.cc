// SPDX-License-Identifier: MIT
//
// What one function reaches, or what reaches it, with the cost that both have together. Exact
// stacks know that cost; a call graph gives bounds. Rows that have bounds are ranked by these.
#include "quern/views/calls/reach.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/query/columns.h"
#include "quern/views/lists/find_node.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

namespace {

std::vector<bool> peak_columns(const Selection& selection) {
  std::vector<bool> peaks;
  for (const Column& column : selection.columns) {
    peaks.push_back(column.event.combine == Combine::kMax);
  }
  return peaks;
}

std::vector<Reached> all_reached(const Profile& profile, const Selection& selection,
                                 const NodeCosts& costs, uint32_t node, ReachOf of) {
  if (!has_contexts(profile, selection.parts)) {
    return reach_in_graph(costs.graph(), costs.recorded(), peak_columns(selection), node, of);
  }
  return reach_in_stacks(profile, selection.parts, shown_sums(selection), costs.nodes().map(), node,
                         of);
}

/// Most expensive first: by the cost, or its bounds, then the nearest, then by name.
void rank_reached(std::vector<Reached>& reached, const Selection& selection, const Nodes& nodes,
                  size_t count) {
  const size_t column = selection.sort_column;
  const auto is_before = [&](const Reached& left, const Reached& right) {
    if (column < left.together.size()) {
      const std::pair own(lower_of(left.together[column]), upper_of(left.together[column]));
      const std::pair other(lower_of(right.together[column]), upper_of(right.together[column]));
      if (own != other) {
        return own > other;
      }
    }
    return left.nearest != right.nearest ? left.nearest < right.nearest
                                         : nodes.is_before(left.node, right.node);
  };
  std::ranges::partial_sort(reached, reached.begin() + static_cast<std::ptrdiff_t>(count),
                            is_before);
}

}  // namespace

Result<Reach> reach(const Profile& profile, const Selection& selection, std::string_view wanted,
                    ReachOf of) {
  const NodeCosts costs(profile, selection, NodeCosts::Edges::kWanted);
  const Result<uint32_t> node = find_node(costs, selection, wanted);
  if (!node) {
    return failure(node.error());
  }
  return reach(profile, selection, costs, *node, of);
}

Result<Reach> reach(const Profile& profile, const Selection& selection, const NodeCosts& costs,
                    uint32_t node, ReachOf of) {
  if (has_mixed_stacks(profile, selection)) {
    return failure(mixed_stacks());
  }
  std::vector<Reached> reached = all_reached(profile, selection, costs, node, of);
  const size_t count = within_limit(selection.limit, reached.size());
  rank_reached(reached, selection, costs.nodes(), count);
  Reach answer{
      .selection = selection,
      .of = of,
      .is_exact = has_contexts(profile, selection.parts),
      .totals = total_amounts(selection, totals(profile, selection.parts, column_sums(selection))),
      .function = costs.row(node),
      .rows = {},
      .in_all = reached.size(),
      .grouping = costs.grouping()};
  for (Reached& each : std::span(reached).first(count)) {
    answer.rows.push_back({.name = costs.nodes().name(each.node),
                           .node = each.node,
                           .nearest = each.nearest,
                           .farthest = each.farthest,
                           .together = std::move(each.together),
                           .is_self = each.node == node,
                           .is_in_cycle = costs.cycle(node).has_value() &&
                                          costs.cycle(each.node) == costs.cycle(node)});
  }
  return answer;
}

}  // namespace quern
