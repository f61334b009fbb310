// SPDX-License-Identifier: MIT
//
// Three sources of the same numbers, the cheapest that suffices: call costs of a snapshot, sums
// over packed calls, or a graph, which is needed for single edges. Exact stacks are added to any of
// them: a profile may have parts with stacks and parts without.
#include "quern/views/lists/costs_by_node.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/analysis/costs/call_costs.h"
#include "quern/analysis/costs/finer_bounds.h"
#include "quern/query/columns.h"

namespace quern {

/// Call costs of a snapshot are of functions and all parts, so groups and chosen parts need the
/// calls.
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
  find_uncarried();
  if (has_contexts(profile, selection.parts)) {
    self_ = self_costs(profile, selection.parts, sums, nodes);
    stacks_ = context_sums(profile, selection.parts, sums, nodes);
    if (edges == Edges::kWanted) {
      edges_ = profile_graph(profile, selection.parts, sums, nodes, EdgesFrom::kAll);
    }
  }
}

/// Callgrind adds some events up apart from its calls (`--cacheuse=yes`: `AcCost1`). No call has a
/// cost of them, although functions that are called do; so what is below a function is not known.
void CostsByNode::find_uncarried() {
  const CostRows& self = recorded_self();
  const InclusiveCosts& inclusive = recorded();
  const auto count = [this](size_t node) {
    return traced_ ? traced_->graph.calls(node) : summed_->calls.at(node, 0);
  };
  std::vector<bool> is_carried(column_count());
  inclusive.each_lower([&](size_t node, size_t column, int128 lower) {
    if (lower != self.at(node, column) ||
        (!inclusive.is_exact(node) && inclusive.incoming(node, column) != 0)) {
      is_carried[column] = true;
    }
  });
  if (std::ranges::find(is_carried, false) == is_carried.end()) {
    return;
  }
  std::vector<int128> totals(column_count());
  std::vector<bool> is_called(column_count());
  self.each_cell([&](size_t node, size_t column, int128 cost) {
    totals[column] += cost;
    if (cost < 0) {
      is_carried[column] = true;  // costs of calls may cancel out
    }
    const bool calls_itself = cycles().cycle(static_cast<uint32_t>(node)) != Cycles::kNone;
    is_called[column] = is_called[column] || (cost > 0 && count(node) != 0 && !calls_itself);
  });
  for (size_t column = 0; column < totals.size(); ++column) {
    if (!is_carried[column] && is_called[column] && !is_max_[column]) {
      uncarried_.resize(totals.size());
      uncarried_[column] = totals[column];
    }
  }
}

Amount CostsByNode::recorded_inclusive(uint32_t node, size_t column) const {
  const Amount amount = recorded().of(node, column);
  if (uncarried_.empty() || !uncarried_[column] || recorded().is_estimated(node)) {
    return amount;
  }
  return Bounded{lower_of(amount), std::max(lower_of(amount), *uncarried_[column])};
}

Amount CostsByNode::inclusive(uint32_t node, size_t column) const {
  if (!stacks_) {
    return recorded_inclusive(node, column);
  }
  return sum_of(recorded_inclusive(node, column), Exact{stacks_->inclusive.at(node, column)},
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
