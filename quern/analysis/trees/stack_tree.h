// SPDX-License-Identifier: MIT
//
// The tree of distinct stacks: contexts that are the same functions (or groups) all the way from
// the root are one node. Costs are exact. A call graph in which each function has one caller at
// most is such a tree too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"

namespace quern {

/// Whether a function (or group) that is called by itself stands on a stack again.
enum class Recursion : uint8_t { kTold, kMerged };

class StackTree {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  StackTree(const Profile& profile, const PartSet& parts, std::span<const EventSum> columns,
            const NodeMap& nodes, Recursion recursion = Recursion::kTold);

  /// From a graph that is_forest(); `node_of` tells of what function (or group) each of its nodes
  /// is. Several calls of one stack are one.
  StackTree(const CallGraph& forest, const InclusiveCosts& inclusive, const ColumnCosts& columns,
            std::span<const uint32_t> node_of, Recursion recursion = Recursion::kTold);

  /// Stacks, parents before their children.
  [[nodiscard]] size_t size() const { return stacks_.size(); }
  [[nodiscard]] size_t column_count() const { return self_.width(); }
  /// The function or group on top.
  [[nodiscard]] uint32_t node(uint32_t stack) const { return stacks_[stack].node; }
  /// kNone of roots.
  [[nodiscard]] uint32_t parent(uint32_t stack) const { return stacks_[stack].parent; }
  /// The stacks one deeper (of kNone: the roots) in order of first appearance.
  [[nodiscard]] std::vector<uint32_t> children(uint32_t stack) const;
  /// Calls visit(stack, of_parent) for each stack, depth first: callers first, siblings in order of
  /// first appearance. `of_parent` is what the visit of its parent returned (of roots: `above`).
  /// Nothing ends the walk.
  template <class Value, class Visit>
  void walk(const Value& above, Visit visit) const {
    std::vector<std::pair<uint32_t, Value>> open;
    const auto push = [&](uint32_t stack, const Value& value) {
      const std::vector<uint32_t> below = children(stack);
      for (size_t at = below.size(); at-- != 0;) {
        open.emplace_back(below[at], value);
      }
    };
    push(kNone, above);
    while (!open.empty()) {
      const auto [stack, of_parent] = open.back();
      open.pop_back();
      const std::optional<Value> value = visit(stack, of_parent);
      if (!value) {
        return;
      }
      push(stack, *value);
    }
  }
  /// Its invocations; 0 where contexts are none.
  [[nodiscard]] uint64_t calls(uint32_t stack) const { return stacks_[stack].calls; }
  [[nodiscard]] int128 self(uint32_t stack, size_t column) const { return self_.at(stack, column); }
  [[nodiscard]] int128 inclusive(uint32_t stack, size_t column) const {
    return inclusive_.at(stack, column);
  }
  /// Whether contexts are invocations, so that calls() counts.
  [[nodiscard]] bool counts_calls() const { return counts_calls_; }
  /// Nothing where they are not known: those of the roots of a graph are not.
  [[nodiscard]] std::optional<uint64_t> known_calls(uint32_t stack) const {
    return counts_calls_ && (counts_roots_ || parent(stack) != kNone) ? std::optional(calls(stack))
                                                                      : std::nullopt;
  }

 private:
  class Maker;
  class Visitor;
  struct Stack {
    uint32_t node = 0;
    uint32_t parent = kNone;
    uint32_t first_child = kNone;
    uint32_t last_child = kNone;
    uint32_t next_sibling = kNone;
    uint64_t calls = 0;
  };

  bool counts_calls_ = false;
  bool counts_roots_ = true;
  uint32_t first_root_ = kNone;
  uint32_t last_root_ = kNone;
  std::vector<Stack> stacks_;
  CostRows self_;       ///< by stack: a cell a column
  CostRows inclusive_;  ///< by stack: a cell a column
};

/// Whether each node of a graph is one stack: it has one caller at most, which knows all its cost,
/// no node calls itself, not even through others, and nothing is an estimate.
[[nodiscard]] bool is_forest(const CallGraph& graph, const Cycles& cycles,
                             const InclusiveCosts& inclusive);

}  // namespace quern
