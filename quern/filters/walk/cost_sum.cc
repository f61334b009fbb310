// SPDX-License-Identifier: MIT
#include "quern/filters/walk/cost_sum.h"

#include <algorithm>

namespace quern {

void CostSum::clear() {
  costs_.clear();
  folded_ = 0;
}

void CostSum::add(const EventCost& cost) {
  constexpr size_t kFew = 64;
  costs_.push_back(cost);
  if (costs_.size() >= kFew + 2 * folded_) {
    fold();
  }
}

void CostSum::fold() {
  std::ranges::sort(costs_, {}, &EventCost::event);
  size_t end = 0;
  for (const EventCost& each : costs_) {
    if (end == 0 || costs_[end - 1].event != each.event) {
      costs_[end++] = each;
    } else if ((*combine_)[each.event.index()] == Combine::kMax) {
      costs_[end - 1].cost = std::max(costs_[end - 1].cost, each.cost);
    } else {
      costs_[end - 1].cost += each.cost;
    }
  }
  costs_.resize(end);
  folded_ = end;
}

std::span<const EventCost> CostSum::costs() {
  fold();
  return costs_;
}

}  // namespace quern
