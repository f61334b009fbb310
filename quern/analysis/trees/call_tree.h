// SPDX-License-Identifier: MIT
//
// Trees of calls, grown as far as someone asks: top-down from the roots, or bottom-up from the
// functions that cost something to those who called them. Exact from stacks. From a call graph a
// branch is an estimate as soon as a function on it has other callers too: its costs are split in
// proportion to what each call cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/analysis/trees/stack_tree.h"
#include "quern/model/records/amount.h"

namespace quern {

/// A branch: a function (or group) below those that lead to it.
struct TreeBranch {
  uint32_t node = 0;
  std::vector<Amount> self;       ///< by column. Bottom-up: 0 but for the function at the bottom
  std::vector<Amount> inclusive;  ///< top-down: with all below; bottom-up: the share of that self
  std::vector<Bounded> bounds;    ///< by column, of graphs: where the truth of `inclusive` lies
  std::optional<uint64_t> calls;  ///< where known exactly
  bool is_recursive = false;      ///< stands on its own path already: a graph tells nothing more
  bool is_of_inclusive = false;   ///< bottom-up: shares of an inclusive cost, not of self costs
  // where the tree goes on from here
  uint32_t stack = StackTree::kNone;
  std::vector<std::pair<uint32_t, uint32_t>> leaves;  ///< several: stack of the cost, stack here
  std::vector<uint32_t> path;                         ///< graphs: the nodes that lead here
  // of told_apart(): the branches of the other tree that are one here, and by column what may lie
  // below those that end on the way here, unseen
  std::vector<TreeBranch> apart;
  std::vector<int128> unseen;
};

class CallTree {
 public:
  using NodeTest = std::function<bool(uint32_t)>;
  virtual ~CallTree() = default;
  [[nodiscard]] std::vector<TreeBranch> roots() const {
    return roots([](uint32_t) { return true; });
  }
  /// Only those of some nodes: all would take a branch for each function.
  [[nodiscard]] virtual std::vector<TreeBranch> roots(const NodeTest& is_wanted) const = 0;
  [[nodiscard]] virtual std::vector<TreeBranch> children(const TreeBranch& branch) const = 0;
  /// The function with its inclusive cost, wherever it is called: what it calls is below it, or
  /// bottom-up who called it at which part of that cost. Where it recurs the outermost counts.
  [[nodiscard]] virtual TreeBranch around(uint32_t node) const = 0;
  /// Whether it ends by itself. An unrolled call graph may not, within any time.
  [[nodiscard]] virtual bool is_finite() const = 0;
  /// Whether the bounds of branches hold. Those of numbers that are estimates themselves do not.
  [[nodiscard]] virtual bool has_bounds() const = 0;
};

/// Both keep references to what they are made from.
[[nodiscard]] std::unique_ptr<CallTree> top_down(const StackTree& stacks,
                                                 const ColumnCosts& columns);
[[nodiscard]] std::unique_ptr<CallTree> bottom_up(const StackTree& stacks,
                                                  const ColumnCosts& columns);

/// A call graph with what trees need of it.
struct GraphCosts {
  const CallGraph* graph;
  const Cycles* cycles;
  const InclusiveCosts* inclusive;
};
[[nodiscard]] std::unique_ptr<CallTree> top_down(const GraphCosts& costs);
[[nodiscard]] std::unique_ptr<CallTree> bottom_up(const GraphCosts& costs);

/// What joins the branches of a tree whose nodes tell more apart than the question does.
struct FoldedNodes {
  const CallTree* apart;              ///< the tree that tells more
  const CallGraph* graph;             ///< it grows from this
  std::span<const uint32_t> node_of;  ///< by node of that: which function (or group) it is
};
/// That tree with siblings of one function as one branch: exact where each of them is, and where
/// none that leads to it ended as a graph's do, because the function stands on its path already.
/// `plain` is the tree of the question's own graph: it answers around() functions that recur, of
/// which the other cannot tell the outermost. Keeps references to all.
[[nodiscard]] std::unique_ptr<CallTree> folded(const FoldedNodes& nodes, const CallTree& plain);

}  // namespace quern
