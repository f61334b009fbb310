// SPDX-License-Identifier: MIT
//
// Inclusive costs from a call graph, for one event. Outside cycles and under direct recursion they
// are exact, as is each cycle as a whole; a member of a cycle has bounds, since a graph does not
// tell which of its calls ran below each other. Nothing is clamped: what the input claims above the
// total is shown so. Costs below 0 obey the same sums, but bounds then no longer enclose the truth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/analysis/call_graph.h"
#include "quern/analysis/cycles.h"
#include "quern/model/amount.h"

namespace quern {

class InclusiveCosts {
 public:
  [[nodiscard]] size_t size() const { return lower_.size(); }
  /// Exact, or Bounded for members of a cycle of several nodes.
  [[nodiscard]] Amount of(size_t node) const {
    if (is_exact(node)) {
      return Exact{lower_[node]};
    }
    return Bounded{lower_[node], upper_[node]};
  }
  [[nodiscard]] bool is_exact(size_t node) const { return upper_.empty() || is_exact_[node]; }
  /// The value, or its lower bound: what lists sort by.
  [[nodiscard]] int128 lower(size_t node) const { return lower_[node]; }
  [[nodiscard]] int128 upper(size_t node) const {
    return upper_.empty() ? lower_[node] : upper_[node];
  }
  /// Of a cycle (1 .. Cycles::cycle_count()) as a whole: each stack once.
  [[nodiscard]] Exact of_cycle(uint32_t cycle) const { return {cycles_[cycle - 1]}; }

 private:
  friend InclusiveCosts inclusive_costs(const CallGraph& graph, const Cycles& cycles, size_t event);

  std::vector<int128> lower_;
  std::vector<int128> upper_;   ///< empty where all are exact
  std::vector<bool> is_exact_;  ///< likewise
  std::vector<int128> cycles_;
};

/// `event` is an index into the graph's events. Linear time.
[[nodiscard]] InclusiveCosts inclusive_costs(const CallGraph& graph, const Cycles& cycles,
                                             size_t event);

}  // namespace quern
