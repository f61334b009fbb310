// SPDX-License-Identifier: MIT
//
// Inclusive costs from a call graph, for each of its events. Outside cycles and under direct
// recursion they are exact, as is each cycle as a whole; a member of a cycle has bounds, since a
// graph does not tell which of its calls ran below each other. Nothing is clamped: what the input
// claims above the total is shown so. Costs below 0 obey the same sums, but bounds then no longer
// enclose the truth. Made of estimates they are estimates. Linear in the graph's own size, in time
// and memory, however many events it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/model/records/amount.h"
#include "quern/model/records/cost_rows.h"

namespace quern {

/// Events are indices into the graph's.
class InclusiveCosts {
 public:
  [[nodiscard]] size_t size() const { return own_.size(); }
  [[nodiscard]] size_t event_count() const { return own_.width(); }
  /// Exact, or Bounded for members of a cycle of several nodes; Estimated where the graph has
  /// marks.
  [[nodiscard]] Amount of(size_t node, size_t event) const {
    if (is_estimated(node)) {
      return Estimated{lower(node, event)};
    }
    if (is_exact(node)) {
      return Exact{lower(node, event)};
    }
    return Bounded{lower(node, event), upper(node, event)};
  }
  [[nodiscard]] bool is_estimated(size_t node) const {
    return !estimated_.empty() && estimated_[node];
  }
  /// Not a member of a cycle of several nodes.
  [[nodiscard]] bool is_exact(size_t node) const {
    return members_.empty() || members_[node] == kNoMember;
  }
  /// The value, or its lower bound: what lists sort by.
  [[nodiscard]] int128 lower(size_t node, size_t event) const;
  [[nodiscard]] int128 upper(size_t node, size_t event) const;
  /// Self and calls that leave the node's cycle.
  [[nodiscard]] int128 own(size_t node, size_t event) const { return own_.at(node, event); }
  // Of nodes that are not exact: calls from outside of the cycle, or what was raised; all calls.
  [[nodiscard]] int128 known(size_t node, size_t event) const {
    return known_.at(members_[node], event);
  }
  [[nodiscard]] int128 incoming(size_t node, size_t event) const {
    return incoming_.at(members_[node], event);
  }
  /// Whether is_exact() is false for some node.
  [[nodiscard]] bool has_bounds() const { return !nodes_.empty(); }
  /// For who knows that a node costs at least this much. No effect on exact costs or where the
  /// lower bound is as high.
  void raise_lower(size_t node, size_t event, int128 bound) {
    if (!is_exact(node)) {
      known_.raise(members_[node], event, bound);
    }
  }
  /// Of a cycle (1 .. Cycles::cycle_count()) as a whole: each stack once.
  [[nodiscard]] Exact of_cycle(uint32_t cycle, size_t event) const {
    return {cycles_.at(cycle - 1, event)};
  }
  /// Calls use(node, event, lower) once for each lower bound that is not 0, and for some that are;
  /// in no order.
  template <class Use>
  void each_lower(Use use) const {
    own_.each_cell(
        [&](size_t node, size_t event, int128) { use(node, event, lower(node, event)); });
    known_.each_cell([&](size_t member, size_t event, int128 known) {
      const size_t node = nodes_[member];
      if (event >= CostRows::kDense && own_.at(node, event) == 0) {
        use(node, event, known > 0 ? known : int128{0});
      }
    });
  }

 private:
  friend class InclusiveSums;
  void find_members(const Cycles& cycles);
  void add_cycles(const Cycles& cycles);
  void find_estimates(const CallGraph& graph, const Cycles& cycles);
  [[nodiscard]] bool is_known_by_calls(const CallGraph& graph, uint32_t node) const;

  static constexpr uint32_t kNoMember = ~uint32_t{0};

  CostRows own_;     ///< by node: self and calls that leave its cycle
  CostRows cycles_;  ///< by cycle - 1: own costs of its members
  // of cycles of several nodes, whose members are numbered by cycle, then node
  std::vector<uint32_t> members_;    ///< by node: its number, or kNoMember; empty: there are none
  std::vector<uint32_t> nodes_;      ///< by member
  std::vector<uint32_t> cycles_of_;  ///< by member
  CostRows known_;                   ///< by member: calls from outside the cycle, or more
  CostRows incoming_;                ///< by member: all calls
  CostRows entered_;                 ///< by cycle - 1: what enters any member
  std::vector<bool> estimated_;      ///< by node; empty: none is
};

/// Adds them up from calls in any order, so that nobody has to keep these; the calls of one pair
/// may come apart. First all calls are added; then, once their cycles are known, those that stay
/// within a cycle are taken out again.
class InclusiveSums {
 public:
  explicit InclusiveSums(const CostRows& self);

  void add_count(size_t callee, int128 count) { incoming_.add(callee, 0, count); }
  void add_cost(size_t caller, size_t callee, size_t event, int128 cost) {
    costs_.own_.add(caller, event, cost);
    incoming_.add(callee, event + 1, cost);
  }
  /// In place of the calls of a node that leave its cycle.
  void add_leaving(size_t caller, size_t event, int128 cost) {
    costs_.own_.add(caller, event, cost);
  }
  /// In place of the calls of a member, once cycles are taken. No effect on exact nodes.
  void add_entering(size_t node, size_t event, int128 from_outside, int128 all) {
    if (!costs_.is_exact(node)) {
      costs_.known_.add(costs_.members_[node], event, from_outside);
      costs_.incoming_.add(costs_.members_[node], event, all);
    }
  }
  /// A call of `callee` will come soon.
  void prefetch(size_t callee) const { incoming_.prefetch(callee); }

  /// No call is added any more. Keeps a reference to `cycles`.
  void take_cycles(const Cycles& cycles);
  /// Of each call for which Cycles::is_inside().
  void take_out(size_t caller, size_t callee, size_t event, int128 cost);
  /// What they come to; of sums without a graph none is marked as an estimate.
  [[nodiscard]] InclusiveCosts finish(const CallGraph* graph = nullptr);

  /// Once no cost is added any more: how often each node was called, in one cell. Frees the costs
  /// of these calls.
  [[nodiscard]] CostRows take_counts();

 private:
  const Cycles* cycles_ = nullptr;
  InclusiveCosts costs_;
  CostRows incoming_;
};

[[nodiscard]] InclusiveCosts inclusive_costs(const CallGraph& graph, const Cycles& cycles);

}  // namespace quern
