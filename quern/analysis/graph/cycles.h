// SPDX-License-Identifier: MIT
//
// The strongly connected components of a call graph, found without recursion in linear time. A
// cycle is a component of more than one node, or a node that calls itself. All numbering depends on
// the graph alone: cycles count from 1 in order of their smallest member.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "quern/analysis/graph/call_graph.h"

namespace quern {

class Cycles {
 public:
  /// What cycle() says of a node outside of all.
  static constexpr uint32_t kNone = 0;

  Cycles() = default;
  /// Of nodes whose cycles are known by some number each, or kNone. Tells no components.
  explicit Cycles(std::span<const uint32_t> numbers);

  [[nodiscard]] size_t component_count() const { return component_count_; }
  /// A call that leaves a component leads to one of a lower number. Only of find_cycles().
  [[nodiscard]] uint32_t component(size_t node) const { return components_[node]; }

  /// How many cycles there are; they are 1 .. cycle_count().
  [[nodiscard]] size_t cycle_count() const { return first_member_.size() - 1; }
  /// The node's cycle, or kNone.
  [[nodiscard]] uint32_t cycle(size_t node) const { return cycles_[node]; }
  /// The nodes of a cycle, ascending.
  [[nodiscard]] std::span<const uint32_t> members(uint32_t cycle) const {
    return std::span(members_).subspan(first_member_[cycle - 1],
                                       first_member_[cycle] - first_member_[cycle - 1]);
  }
  /// Whether a call stays within a cycle.
  [[nodiscard]] bool is_inside(size_t caller, size_t callee) const {
    return cycles_[caller] != kNone && cycles_[caller] == cycles_[callee];
  }
  /// True where nodes call each other in turn; false outside cycles and under direct recursion.
  [[nodiscard]] bool is_mutual(size_t node) const {
    return cycles_[node] != kNone && members(cycles_[node]).size() > 1;
  }

 private:
  template <class Graph>
  friend Cycles cycles_in(const Graph& graph, bool keeps_components);
  void number_cycles();

  size_t component_count_ = 0;
  std::vector<uint32_t> components_;  ///< by node; empty: they were not asked for
  std::vector<uint32_t> cycles_;      ///< by node
  std::vector<uint32_t> members_;     ///< by cycle, then node
  std::vector<uint32_t> first_member_ = {0};
};

[[nodiscard]] Cycles find_cycles(const CallGraph& graph);
/// The cycles of only those edges that are wanted.
[[nodiscard]] Cycles find_cycles_among(const CallGraph& graph,
                                       const std::function<bool(uint32_t edge)>& is_wanted);

}  // namespace quern
