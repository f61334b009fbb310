// SPDX-License-Identifier: MIT
//
// What remains of a call graph's costs when filters such as --focus keep only some stacks. A call
// graph does not record stacks. If a function was called both from kept and from dropped ones, its
// costs are apportioned: split in proportion to what its calls cost (CostFlow), and marked as
// estimates. For each function, call and event, the kept and the dropped part add up to the
// recorded cost. Takes time linear in the graph, however many events it has.
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

/// Which stacks are kept, by the chosen functions on them.
enum class StacksKept : uint8_t {
  kThrough,  ///< stacks with a chosen function (--focus)
  kOutside,  ///< stacks without one (--ignore)
  kFrom,     ///< stacks with one, cut off above the outermost chosen function (--show-from)
};

class KeptCosts {
 public:
  /// Begins with all costs of the graph. Keeps a reference.
  explicit KeptCosts(const CallGraph& graph);
  /// Drops more of what earlier calls have kept. `chosen`: by node. If `stop` asks for an end, it
  /// returns early, and the object's numbers mean nothing.
  void keep(StacksKept which, const std::vector<bool>& chosen, const std::stop_token& stop = {});

  [[nodiscard]] int128 self(size_t node, size_t event) const { return self_.at(node, event); }
  [[nodiscard]] int128 inclusive(size_t edge, size_t event) const {
    return calls_.at(edge, event + 1);
  }
  /// How many calls remain. If their cost was split, the count is scaled in the same proportion and
  /// rounded up, so that a cost never stays without a call.
  [[nodiscard]] int128 count(size_t edge) const { return calls_.at(edge, 0); }
  // Whether any of the numbers is an estimate.
  [[nodiscard]] bool is_self_estimated(size_t node) const { return self_marks_[node]; }
  [[nodiscard]] bool is_call_estimated(size_t edge) const { return call_marks_[edge]; }
  [[nodiscard]] bool is_count_estimated(size_t edge) const { return count_marks_[edge]; }
  /// The sum of self costs can be exact although each function's share is an estimate.
  [[nodiscard]] bool is_total_estimated() const { return is_total_estimated_; }
  /// Whether nothing of its self cost or of the calls that it makes was dropped.
  [[nodiscard]] bool is_whole(size_t node) const { return whole_nodes_[node]; }
  /// Whether a function or call remains at all: a call without cost still counts.
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
