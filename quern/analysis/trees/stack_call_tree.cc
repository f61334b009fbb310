// SPDX-License-Identifier: MIT
//
// Call trees from exact stacks.
// Top-down, a branch is one stack. Bottom-up, it is a set of stacks: those whose ends are equal so
// far. A set is kept as pairs of the stack that has the cost and the one that was reached going up.
#include <map>
#include <span>

#include "quern/analysis/trees/call_tree.h"

namespace quern {

namespace {

template <class CostOf>
std::vector<Amount> exact(size_t columns, CostOf cost_of) {
  std::vector<Amount> amounts;
  amounts.reserve(columns);
  for (size_t column = 0; column < columns; ++column) {
    amounts.emplace_back(Exact{cost_of(column)});
  }
  return amounts;
}

/// Stacks that make one branch, with the stacks that they stand for.
using Leaf = std::pair<uint32_t, uint32_t>;

/// The stacks of a function without those below another of it.
std::vector<Leaf> outermost(const StackTree& stacks, uint32_t node) {
  std::vector<Leaf> found;
  std::vector<bool> is_within(stacks.size());
  for (uint32_t stack = 0; stack < stacks.size(); ++stack) {
    const uint32_t parent = stacks.parent(stack);
    is_within[stack] = parent != StackTree::kNone && is_within[parent];
    if (stacks.node(stack) == node && !is_within[stack]) {
      is_within[stack] = true;
      found.emplace_back(stack, stack);
    }
  }
  return found;
}

std::map<uint32_t, std::vector<Leaf>> by_node(const StackTree& stacks,
                                              std::span<const Leaf> leaves) {
  std::map<uint32_t, std::vector<Leaf>> found;
  for (const Leaf& leaf : leaves) {
    found[stacks.node(leaf.second)].push_back(leaf);
  }
  return found;
}

/// The costs of the stacks that `leaves` stand for, combined.
template <class CostOf>
std::vector<Amount> combined(const ColumnCosts& columns, std::span<const Leaf> leaves,
                             CostOf cost_of) {
  return exact(columns.size(), [&](size_t column) {
    int128 cost = 0;
    for (const Leaf& leaf : leaves) {
      columns.combine(column, cost, cost_of(leaf.first, column));
    }
    return cost;
  });
}

/// What both directions share: all is exact.
class StacksTree : public CallTree {
 public:
  StacksTree(const StackTree& stacks, const ColumnCosts& columns)
      : stacks_(&stacks), columns_(&columns) {}
  [[nodiscard]] bool is_finite() const override { return true; }
  [[nodiscard]] bool has_bounds() const override { return false; }

 protected:
  [[nodiscard]] std::vector<Amount> self_of(std::span<const Leaf> leaves) const {
    return combined(*columns_, leaves,
                    [this](uint32_t stack, size_t column) { return stacks_->self(stack, column); });
  }
  [[nodiscard]] std::vector<Amount> inclusive_of(std::span<const Leaf> leaves) const {
    return combined(*columns_, leaves, [this](uint32_t stack, size_t column) {
      return stacks_->inclusive(stack, column);
    });
  }

  const StackTree* stacks_;
  const ColumnCosts* columns_;
};

class TopDownStacks final : public StacksTree {
 public:
  using StacksTree::StacksTree;

  [[nodiscard]] std::vector<TreeBranch> roots(const NodeTest& is_wanted) const override {
    return branches(StackTree::kNone, is_wanted);
  }
  [[nodiscard]] std::vector<TreeBranch> children(const TreeBranch& branch) const override {
    if (branch.stack != StackTree::kNone) {
      return branches(branch.stack, [](uint32_t) { return true; });
    }
    std::vector<Leaf> below;
    for (const Leaf& leaf : branch.leaves) {
      for (const uint32_t stack : stacks_->children(leaf.second)) {
        below.emplace_back(stack, stack);
      }
    }
    std::vector<TreeBranch> found;
    for (auto& [node, leaves] : by_node(*stacks_, below)) {
      found.push_back(merged(node, std::move(leaves)));
    }
    return found;
  }
  [[nodiscard]] TreeBranch around(uint32_t node) const override {
    return merged(node, outermost(*stacks_, node));
  }

 private:
  [[nodiscard]] std::vector<TreeBranch> branches(uint32_t parent, const NodeTest& is_wanted) const {
    std::vector<TreeBranch> found;
    for (const uint32_t stack : stacks_->children(parent)) {
      if (!is_wanted(stacks_->node(stack))) {
        continue;
      }
      TreeBranch& branch = found.emplace_back();
      branch.node = stacks_->node(stack);
      branch.stack = stack;
      const size_t columns = stacks_->column_count();
      branch.self = exact(columns, [&](size_t column) { return stacks_->self(stack, column); });
      branch.inclusive =
          exact(columns, [&](size_t column) { return stacks_->inclusive(stack, column); });
      branch.calls = stacks_->known_calls(stack);
    }
    return found;
  }

  /// Stacks of one function, which are not below each other, as one branch.
  [[nodiscard]] TreeBranch merged(uint32_t node, std::vector<Leaf> leaves) const {
    TreeBranch branch;
    branch.node = node;
    branch.self = self_of(leaves);
    branch.inclusive = inclusive_of(leaves);
    branch.calls = calls_of(leaves);
    branch.leaves = std::move(leaves);
    return branch;
  }

  /// Of all these stacks, where all are known.
  [[nodiscard]] std::optional<uint64_t> calls_of(std::span<const Leaf> leaves) const {
    if (!stacks_->counts_calls()) {
      return std::nullopt;
    }
    uint64_t calls = 0;
    for (const Leaf& leaf : leaves) {
      const std::optional<uint64_t> known = stacks_->known_calls(leaf.first);
      if (!known) {
        return std::nullopt;
      }
      calls += *known;
    }
    return calls;
  }
};

class BottomUpStacks final : public StacksTree {
 public:
  using StacksTree::StacksTree;

  [[nodiscard]] std::vector<TreeBranch> roots(const NodeTest& is_wanted) const override {
    std::vector<Leaf> leaves;
    for (uint32_t stack = 0; stack < stacks_->size(); ++stack) {
      const size_t columns = is_wanted(stacks_->node(stack)) ? columns_->size() : 0;
      for (size_t column = 0; column < columns; ++column) {
        if (stacks_->self(stack, column) != 0) {
          leaves.emplace_back(stack, stack);
          break;
        }
      }
    }
    std::vector<TreeBranch> found = grouped(leaves, false);
    for (TreeBranch& branch : found) {
      branch.self = branch.inclusive;
    }
    return found;
  }

  [[nodiscard]] std::vector<TreeBranch> children(const TreeBranch& branch) const override {
    std::vector<Leaf> leaves;
    for (const auto& [leaf, at] : branch.leaves) {
      if (const uint32_t parent = stacks_->parent(at); parent != StackTree::kNone) {
        leaves.emplace_back(leaf, parent);
      }
    }
    return grouped(leaves, branch.is_of_inclusive);
  }
  [[nodiscard]] TreeBranch around(uint32_t node) const override {
    std::vector<Leaf> leaves = outermost(*stacks_, node);
    TreeBranch branch = made(node, std::move(leaves), true);
    branch.self = self_of(branch.leaves);
    return branch;
  }

 private:
  /// One branch a function that the leaves have got to.
  [[nodiscard]] std::vector<TreeBranch> grouped(std::span<const Leaf> leaves,
                                                bool is_of_inclusive) const {
    std::vector<TreeBranch> found;
    for (auto& [node, own] : by_node(*stacks_, leaves)) {
      found.push_back(made(node, std::move(own), is_of_inclusive));
    }
    return found;
  }

  [[nodiscard]] TreeBranch made(uint32_t node, std::vector<Leaf> leaves,
                                bool is_of_inclusive) const {
    TreeBranch branch;
    branch.node = node;
    branch.is_of_inclusive = is_of_inclusive;
    branch.inclusive = is_of_inclusive ? inclusive_of(leaves) : self_of(leaves);
    branch.self.assign(columns_->size(), Exact{0});
    branch.leaves = std::move(leaves);
    return branch;
  }
};

}  // namespace

std::unique_ptr<CallTree> top_down(const StackTree& stacks, const ColumnCosts& columns) {
  return std::make_unique<TopDownStacks>(stacks, columns);
}

std::unique_ptr<CallTree> bottom_up(const StackTree& stacks, const ColumnCosts& columns) {
  return std::make_unique<BottomUpStacks>(stacks, columns);
}

}  // namespace quern
