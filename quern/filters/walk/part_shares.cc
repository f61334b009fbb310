// SPDX-License-Identifier: MIT
#include "quern/filters/walk/part_shares.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/graph/proportion.h"

namespace quern {

namespace {

bool has_any(const std::vector<int128>& costs) {
  return std::ranges::any_of(costs, [](int128 cost) { return cost != 0; });
}

}  // namespace

PartShares::PartShares(const Profile& from, const FilterRules& rules, const NewFunctions& functions)
    : rules_(&rules), functions_(&functions), graphs_(from) {}

void PartShares::choose(StacksKept which, size_t rule, const FunctionRules& rules,
                        const std::stop_token& stop) {
  if (rules.empty() || stop.stop_requested()) {
    return;
  }
  const std::vector<FunctionId>& nodes = graphs_.functions();
  std::vector<bool> chosen(nodes.size());
  for (size_t node = 0; node < nodes.size(); ++node) {
    chosen[node] = known_[rule].of(nodes[node].index(), [&] {
      return rules.fits(functions_->identity(nodes[node]));
    }) != 0;
  }
  kept_->keep(which, chosen, stop);
}

void PartShares::begin(size_t part, const std::stop_token& stop) {
  graph_ = std::make_unique<CallGraph>(graphs_.take(part));
  kept_ = std::make_unique<KeptCosts>(*graph_);
  // kFrom cuts stacks off, so that it comes last: --focus and --ignore are about whole stacks.
  choose(StacksKept::kThrough, 0, rules_->focus, stop);
  choose(StacksKept::kOutside, 1, rules_->ignore, stop);
  choose(StacksKept::kFrom, 2, rules_->show_from, stop);
  self_passed_ = CostRows::zeros(graph_->node_count(), graph_->event_count());
  calls_passed_ = CostRows::zeros(graph_->edge_count(), graph_->event_count() + 1);
}

/// The piece of a record that has `amount` of the sum `whole`, of which `kept` remains. Records
/// come one after the other: what the first ones get together is always their proportion of `kept`,
/// rounded down, so that all pieces add up to `kept`. Rounding each by itself would lose some.
int128 PartShares::next_piece(int128 amount, int128 kept, int128 whole, CostRows& passed,
                              size_t row, size_t cell) {
  if (amount == 0 || kept == 0 || kept == whole) {
    return kept == 0 ? int128{0} : amount;
  }
  is_piece_ = is_piece_ || amount != whole;
  has_split_ = has_split_ || is_piece_;
  const int128 before = passed.at(row, cell);
  passed.add(row, cell, amount);
  return signed_proportion(before + amount, magnitude(kept), magnitude(whole)) -
         signed_proportion(before, magnitude(kept), magnitude(whole));
}

LeftRecord PartShares::self(FunctionId function, std::vector<int128>& costs) {
  const uint32_t node = graphs_.node(function);
  is_piece_ = false;
  for (size_t event = 0; event < costs.size(); ++event) {
    costs[event] = next_piece(costs[event], kept_->self(node, event), graph_->self(node, event),
                              self_passed_, node, event);
  }
  const bool is_left = has_any(costs) || kept_->is_self_estimated(node) ||
                       (kept_->is_left(node) && kept_->is_whole(node));
  return {.is_left = is_left, .is_estimated = kept_->is_self_estimated(node) || is_piece_};
}

LeftRecord PartShares::call(FunctionId caller, FunctionId callee, uint64_t count,
                            std::vector<int128>& costs) {
  const uint32_t edge = *graph_->find(graphs_.node(caller), graphs_.node(callee));
  is_piece_ = false;
  for (size_t event = 0; event < costs.size(); ++event) {
    costs[event] = next_piece(costs[event], kept_->inclusive(edge, event),
                              graph_->inclusive(edge, event), calls_passed_, edge, event + 1);
  }
  const bool is_cost_a_piece = std::exchange(is_piece_, false);
  const int128 calls =
      next_piece(int128{count}, kept_->count(edge), graph_->count(edge), calls_passed_, edge, 0);
  return {.is_left = calls != 0 || has_any(costs) || kept_->is_call_estimated(edge),
          .is_estimated = kept_->is_call_estimated(edge) || is_cost_a_piece,
          .count = static_cast<uint64_t>(calls),
          .is_count_estimated = kept_->is_count_estimated(edge) || is_piece_};
}

bool PartShares::is_whole(FunctionId function) const {
  const uint32_t node = graphs_.node(function);
  return node != PartGraphs::kNoNode && kept_->is_left(node) && kept_->is_whole(node);
}

}  // namespace quern
