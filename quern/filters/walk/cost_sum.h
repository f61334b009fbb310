// SPDX-License-Identifier: MIT
//
// Adds up costs by event where several nodes become one: sums, or the highest of events that
// combine so. Memory is that of the events met, however many nodes there are.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "quern/model/records/contexts.h"
#include "quern/model/records/event.h"

namespace quern {

class CostSum {
 public:
  /// `combine`: by event; must stay.
  explicit CostSum(const std::vector<Combine>& combine) : combine_(&combine) {}

  void clear();
  void add(const EventCost& cost);
  /// By ascending event, each once; valid until the next call.
  [[nodiscard]] std::span<const EventCost> costs();

 private:
  void fold();

  const std::vector<Combine>* combine_;
  std::vector<EventCost> costs_;
  size_t folded_ = 0;  ///< as many of costs_ are in order, each event once
};

}  // namespace quern
