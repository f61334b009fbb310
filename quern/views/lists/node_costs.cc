// SPDX-License-Identifier: MIT
//
// Rows of functions and groups with all their columns. "In a cycle" means different things: a
// function that calls itself is recursive, but a group whose functions call each other is not worth
// a mark.
#include "quern/views/lists/node_costs.h"

#include <utility>

#include "quern/query/columns.h"

namespace quern {

NodeCosts::NodeCosts(std::shared_ptr<const Nodes> nodes, const Profile& profile,
                     const Selection& selection, Edges edges)
    : CostsByNode(profile, selection, nodes->map(), edges),
      nodes_(std::move(nodes)),
      selection_(selection) {}

NodeCosts::NodeCosts(const Profile& profile, const Selection& selection, Edges edges)
    : NodeCosts(std::make_shared<const Nodes>(profile, selection), profile, selection, edges) {}

int128 NodeCosts::sort_cost(uint32_t node, const Selection& selection) const {
  if (selection.sorts_calls) {
    return calls(node).value_or(0);
  }
  if (selection.sort_column >= selection.columns.size()) {
    return 0;  // an input without events
  }
  return selection.sort_by == SortBy::kSelf ? self(node, selection.sort_column)
                                            : lower_of(inclusive(node, selection.sort_column));
}

std::optional<uint32_t> NodeCosts::cycle(uint32_t node) const {
  const bool counts =
      nodes_->group_by() == GroupBy::kFunction || nodes_->group_by() == GroupBy::kName
          ? cycles().cycle(node) != Cycles::kNone
          : cycles().is_mutual(node);
  return counts ? std::optional(cycles().cycle(node)) : std::nullopt;
}

TopRow NodeCosts::row(uint32_t node) const {
  TopRow row;
  row.name = nodes_->name(node);
  row.self = by_column(selection_, [&](size_t column) { return self_amount(node, column); });
  row.inclusive = by_column(selection_, [&](size_t column) { return inclusive(node, column); });
  row.calls = calls_amount(node);
  row.cycle = cycle(node);
  row.is_recursive = row.cycle && !cycles().is_mutual(node);
  if (!selection_.ratios.empty()) {
    row.self_ratios = shown_values(selection_, computed(node, SortBy::kSelf));
    row.inclusive_ratios = shown_values(selection_, computed(node, SortBy::kInclusive));
  }
  return row;
}

ComputedRow NodeCosts::computed(uint32_t node, SortBy of) const {
  return computed_row(
      selection_,
      [&](size_t column) {
        return of == SortBy::kSelf ? self_amount(node, column) : inclusive(node, column);
      },
      known_exactly(calls_amount(node)));
}

}  // namespace quern
