// SPDX-License-Identifier: MIT
#include "quern/views/lists/node_costs.h"

namespace quern {

NodeCosts::NodeCosts(const Profile& profile, const Selection& selection, Edges edges)
    : nodes_(std::make_shared<const Nodes>(profile, selection)),
      costs_(profile, selection, nodes_->map(), edges),
      selection_(selection) {}

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
  const Cycles& cycles = costs_.cycles();
  const bool counts =
      nodes_->group_by() == GroupBy::kFunction || nodes_->group_by() == GroupBy::kName
          ? cycles.cycle(node) != Cycles::kNone
          : cycles.is_mutual(node);
  return counts ? std::optional(cycles.cycle(node)) : std::nullopt;
}

TopRow NodeCosts::row(uint32_t node) const {
  TopRow row;
  row.name = nodes_->name(node);
  const size_t columns = selection_.columns.size();
  row.self.reserve(columns);
  row.inclusive.reserve(columns);
  for (size_t column = 0; column < columns; ++column) {
    row.self.push_back(self_amount(node, column));
    row.inclusive.push_back(inclusive(node, column));
  }
  row.calls = costs_.calls_amount(node);
  row.cycle = cycle(node);
  if (!selection_.ratios.empty()) {
    row.self_ratios = shown_values(selection_, computed(node, SortBy::kSelf));
    row.inclusive_ratios = shown_values(selection_, computed(node, SortBy::kInclusive));
  }
  return row;
}

ComputedRow NodeCosts::computed(uint32_t node, SortBy of) const {
  const std::optional<int128> calls = known_exactly(costs_.calls_amount(node));
  if (of == SortBy::kSelf) {
    return computed_row(
        selection_, [this, node](size_t column) { return self_amount(node, column); }, calls);
  }
  return computed_row(
      selection_, [this, node](size_t column) { return inclusive(node, column); }, calls);
}

}  // namespace quern
