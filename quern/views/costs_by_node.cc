// SPDX-License-Identifier: MIT
#include "quern/views/costs_by_node.h"

#include <algorithm>

#include "quern/views/columns.h"

namespace quern {

CostsByNode::CostsByNode(const Profile& profile, const Selection& selection, const NodeMap& nodes,
                         Edges edges)
    : graph_(profile_graph(profile, selection.parts, column_sums(selection), nodes)),
      cycles_(find_cycles(graph_)),
      recorded_(inclusive_costs(graph_, cycles_)),
      has_calls_(counts_calls(profile, selection.parts)) {
  const std::vector<EventSum> sums = column_sums(selection);
  for (const EventSum& sum : sums) {
    is_max_.push_back(combine_of(profile, sum) == Combine::kMax);
  }
  if (has_contexts(profile, selection.parts)) {
    self_ = self_costs(profile, selection.parts, sums, nodes);
    stacks_ = context_sums(profile, selection.parts, sums, nodes);
    if (edges == Edges::kWanted) {
      edges_ = profile_graph(profile, selection.parts, sums, nodes, EdgesFrom::kAll);
    }
  }
}

Amount CostsByNode::inclusive(uint32_t node, size_t column) const {
  if (!stacks_) {
    return recorded_.of(node, column);
  }
  const int128 more = stacks_->inclusive.at(node, column);
  const auto both = [&](int128 cost) {
    return is_max_[column] ? std::max(cost, more) : cost + more;
  };
  if (recorded_.is_estimated(node)) {
    return Estimated{both(recorded_.lower(node, column))};
  }
  if (recorded_.is_exact(node)) {
    return Exact{both(recorded_.lower(node, column))};
  }
  return Bounded{both(recorded_.lower(node, column)), both(recorded_.upper(node, column))};
}

std::optional<int128> CostsByNode::calls(uint32_t node) const {
  if (!has_calls_) {
    return std::nullopt;
  }
  return graph_.calls(node) + (stacks_ ? int128{stacks_->calls[node]} : int128{0});
}

std::optional<Amount> CostsByNode::calls_amount(uint32_t node) const {
  const std::optional<int128> made = calls(node);
  if (!made) {
    return std::nullopt;
  }
  return amount_of(*made, certainty_of(graph_.calls_amount(node)) != Certainty::kExact);
}

}  // namespace quern
