// SPDX-License-Identifier: MIT
#include "quern/views/node_costs.h"

#include <algorithm>

#include "quern/views/columns.h"

namespace quern {

NodeCosts::NodeCosts(const Profile& profile, const Selection& selection, Edges edges)
    : nodes_(std::make_shared<const Nodes>(profile, selection.group_by)),
      graph_(profile_graph(profile, selection.parts, column_sums(selection), nodes_->map())),
      cycles_(find_cycles(graph_)),
      recorded_(inclusive_costs(graph_, cycles_)),
      sort_column_(selection.sort_column),
      sort_by_(selection.sort_by),
      has_calls_(counts_calls(profile, selection.parts)) {
  const std::vector<EventSum> sums = column_sums(selection);
  for (const EventSum& sum : sums) {
    is_max_.push_back(combine_of(profile, sum) == Combine::kMax);
  }
  if (has_contexts(profile, selection.parts)) {
    self_ = self_costs(profile, selection.parts, sums, nodes_->map());
    stacks_ = context_sums(profile, selection.parts, sums, nodes_->map());
    if (edges == Edges::kWanted) {
      edges_ = profile_graph(profile, selection.parts, sums, nodes_->map(), EdgesFrom::kAll);
    }
  }
}

int128 NodeCosts::sort_cost(uint32_t node) const {
  if (sort_column_ >= recorded_.event_count()) {
    return 0;  // an input without events
  }
  return sort_by_ == SortBy::kSelf ? self(node, sort_column_)
                                   : lower_of(inclusive(node, sort_column_));
}

Amount NodeCosts::inclusive(uint32_t node, size_t column) const {
  if (!stacks_) {
    return recorded_.of(node, column);
  }
  const int128 more = stacks_->inclusive.at(node, column);
  const auto both = [&](int128 cost) {
    return is_max_[column] ? std::max(cost, more) : cost + more;
  };
  if (recorded_.is_exact(node)) {
    return Exact{both(recorded_.lower(node, column))};
  }
  return Bounded{both(recorded_.lower(node, column)), both(recorded_.upper(node, column))};
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
  row.self.reserve(recorded_.event_count());
  row.inclusive.reserve(recorded_.event_count());
  for (size_t column = 0; column < recorded_.event_count(); ++column) {
    row.self.push_back(self(node, column));
    row.inclusive.push_back(inclusive(node, column));
  }
  if (has_calls_) {
    row.calls = graph_.calls(node) + (stacks_ ? int128{stacks_->calls[node]} : int128{0});
  }
  row.cycle = cycle(node);
  return row;
}

}  // namespace quern
