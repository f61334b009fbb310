// SPDX-License-Identifier: MIT
#include "quern/views/node_costs.h"

#include <algorithm>

#include "quern/views/columns.h"

namespace quern {

NodeCosts::NodeCosts(const Profile& profile, const Selection& selection, Edges edges)
    : nodes_(std::make_shared<const Nodes>(profile, selection.group_by)),
      graph_(profile_graph(profile, selection.parts, column_sums(selection), nodes_->map())),
      cycles_(find_cycles(graph_)),
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
  inclusive_.reserve(selection.columns.size());
  for (size_t column = 0; column < selection.columns.size(); ++column) {
    inclusive_.push_back(inclusive_costs(graph_, cycles_, column));
  }
}

int128 NodeCosts::sort_cost(uint32_t node) const {
  if (sort_column_ >= inclusive_.size()) {
    return 0;  // an input without events
  }
  return sort_by_ == SortBy::kSelf ? self(node, sort_column_)
                                   : lower_of(inclusive(node, sort_column_));
}

Amount NodeCosts::inclusive(uint32_t node, size_t column) const {
  const InclusiveCosts& recorded = inclusive_[column];
  if (!stacks_) {
    return recorded.of(node);
  }
  const int128 more = stacks_->inclusive.at(node, column);
  const auto both = [&](int128 cost) {
    return is_max_[column] ? std::max(cost, more) : cost + more;
  };
  if (recorded.is_exact(node)) {
    return Exact{both(recorded.lower(node))};
  }
  return Bounded{both(recorded.lower(node)), both(recorded.upper(node))};
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
  row.self.reserve(inclusive_.size());
  row.inclusive.reserve(inclusive_.size());
  for (size_t column = 0; column < inclusive_.size(); ++column) {
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
