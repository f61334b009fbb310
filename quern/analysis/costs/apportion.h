// SPDX-License-Identifier: MIT
//
// What is left of a call graph's costs when only some stacks are looked at. A graph does not tell
// stacks: where a function was called from inside and outside of them, its costs are apportioned by
// what the calls cost (CostFlow), and marked. What is left and what is left out add up to what was
// there, for each function, call and event. Linear in the graph, however many events it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/cost_flow.h"
#include "quern/base/int128.h"
#include "quern/model/records/cost_rows.h"

namespace quern {

/// Which stacks, by some chosen functions.
enum class StacksKept : uint8_t {
  kThrough,  ///< those that have one
  kOutside,  ///< those that have none
  kFrom,     ///< those that have one, without what stands above the outermost
};

class KeptCosts {
 public:
  /// All that the graph has. Keeps a reference.
  explicit KeptCosts(const CallGraph& graph);
  /// Leaves out more. `chosen`: by node. Once `stop` asks for an end it ends, and nothing holds.
  void keep(StacksKept which, const std::vector<bool>& chosen, const std::stop_token& stop = {});

  [[nodiscard]] int128 self(size_t node, size_t event) const { return self_.at(node, event); }
  [[nodiscard]] int128 inclusive(size_t edge, size_t event) const {
    return calls_.at(edge, event + 1);
  }
  /// Of a call that was apportioned the like part, rounded up.
  [[nodiscard]] int128 count(size_t edge) const { return calls_.at(edge, 0); }
  // Whether any of the numbers is an estimate.
  [[nodiscard]] bool is_self_estimated(size_t node) const { return self_marks_[node]; }
  [[nodiscard]] bool is_call_estimated(size_t edge) const { return call_marks_[edge]; }
  [[nodiscard]] bool is_count_estimated(size_t edge) const { return count_marks_[edge]; }
  /// The sum of self costs can be known although its pieces are estimates.
  [[nodiscard]] bool is_total_estimated() const { return is_total_estimated_; }
  /// Whether nothing of its self cost or of its calls is left out.
  [[nodiscard]] bool is_whole(size_t node) const { return whole_nodes_[node]; }
  /// Whether a function or call is left at all; one that costs nothing can be.
  [[nodiscard]] bool is_left(size_t node) const { return left_nodes_[node]; }
  [[nodiscard]] bool is_call_left(size_t edge) const { return left_calls_[edge]; }

 private:
  class Step;
  [[nodiscard]] bool has_estimates() const;
  void find_left();

  const CallGraph* graph_;
  CostRows self_;
  CostRows calls_;  ///< as CallGraph::call_rows()
  std::vector<bool> self_marks_, call_marks_, count_marks_;
  std::vector<bool> left_nodes_, left_calls_, whole_nodes_;
  bool is_total_estimated_ = false;
};

}  // namespace quern
