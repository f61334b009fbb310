// SPDX-License-Identifier: MIT
#include "quern/views/lists/costs_by_node.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/analysis/costs/call_costs.h"
#include "quern/analysis/costs/finer_bounds.h"
#include "quern/query/columns.h"

namespace quern {

CostsByNode::CostsByNode(const Profile& profile, const Selection& selection, const NodeMap& nodes,
                         Edges edges)
    : has_calls_(counts_calls(profile, selection.parts)) {
  const std::vector<EventSum> sums = column_sums(selection);
  const unsigned threads = selection.worker_threads;
  if (profile.call_costs() != nullptr && edges == Edges::kNone && nodes.node_of.empty() &&
      selection.is_all_parts) {
    summed_ = told_call_sums(profile, sums);
  } else if (edges == Edges::kNone && can_be_summed(profile)) {
    summed_ = call_sums(profile, selection.parts, sums, nodes, BetweenNodes::kNone, threads);
    raise_lower_bounds(profile, selection.parts, sums, nodes, summed_->inclusive, threads);
  } else {
    CallGraph graph = profile_graph(profile, selection.parts, sums, nodes);
    Cycles cycles = find_cycles(graph);
    InclusiveCosts inclusive = inclusive_costs(graph, cycles);
    raise_lower_bounds(profile, selection.parts, sums, nodes, inclusive, threads);
    traced_ = {std::move(graph), std::move(cycles), std::move(inclusive)};
  }
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
    return recorded().of(node, column);
  }
  return sum_of(recorded().of(node, column), Exact{stacks_->inclusive.at(node, column)},
                is_max_[column]);
}

std::optional<int128> CostsByNode::calls(uint32_t node) const {
  if (!has_calls_) {
    return std::nullopt;
  }
  const int128 recorded = traced_ ? traced_->graph.calls(node) : summed_->calls.at(node, 0);
  return recorded + (stacks_ ? int128{stacks_->calls[node]} : int128{0});
}

std::optional<Amount> CostsByNode::calls_amount(uint32_t node) const {
  const std::optional<int128> made = calls(node);
  if (!made) {
    return std::nullopt;
  }
  return amount_of(*made,
                   traced_ && certainty_of(traced_->graph.calls_amount(node)) != Certainty::kExact);
}

}  // namespace quern
