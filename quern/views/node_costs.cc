// SPDX-License-Identifier: MIT
#include "quern/views/node_costs.h"

#include "quern/views/columns.h"

namespace quern {

NodeCosts::NodeCosts(const Profile& profile, const Selection& selection)
    : nodes_(std::make_shared<const Nodes>(profile, selection.group_by)),
      graph_(profile_graph(profile, selection.parts, column_sums(selection), nodes_->map())),
      cycles_(find_cycles(graph_)),
      inclusive_(inclusive_costs(graph_, cycles_)),
      sort_column_(selection.sort_column),
      sort_by_(selection.sort_by),
      has_calls_(profile.counts().calls != 0) {}

int128 NodeCosts::sort_cost(uint32_t node) const {
  if (sort_column_ >= inclusive_.event_count()) {
    return 0;  // an input without events
  }
  return sort_by_ == SortBy::kSelf ? graph_.self(node, sort_column_)
                                   : inclusive_.lower(node, sort_column_);
}

std::optional<uint32_t> NodeCosts::cycle(uint32_t node) const {
  const bool counts =
      nodes_->group_by() == GroupBy::kFunction || nodes_->group_by() == GroupBy::kName
          ? cycles_.cycle(node) != Cycles::kNone
          : cycles_.is_mutual(node);
  return counts ? std::optional(cycles_.cycle(node)) : std::nullopt;
}

TopRow NodeCosts::row(uint32_t node) const {
  TopRow row;
  row.name = nodes_->name(node);
  row.self.reserve(inclusive_.event_count());
  row.inclusive.reserve(inclusive_.event_count());
  for (size_t column = 0; column < inclusive_.event_count(); ++column) {
    row.self.push_back(graph_.self(node, column));
    row.inclusive.push_back(inclusive_.of(node, column));
  }
  if (has_calls_) {
    row.calls = graph_.calls(node);
  }
  row.cycle = cycle(node);
  return row;
}

}  // namespace quern
