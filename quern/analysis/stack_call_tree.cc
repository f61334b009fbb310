// SPDX-License-Identifier: MIT
//
// Call trees from exact stacks.
#include <map>

#include "quern/analysis/call_tree.h"

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

class TopDown final : public CallTree {
 public:
  explicit TopDown(const StackTree& stacks) : stacks_(&stacks) {}

  [[nodiscard]] std::vector<TreeBranch> roots() const override {
    return branches(StackTree::kNone);
  }
  [[nodiscard]] std::vector<TreeBranch> children(const TreeBranch& branch) const override {
    return branches(branch.stack);
  }
  [[nodiscard]] bool is_finite() const override { return true; }
  [[nodiscard]] bool has_bounds() const override { return false; }  // all is exact

 private:
  [[nodiscard]] std::vector<TreeBranch> branches(uint32_t parent) const {
    std::vector<TreeBranch> found;
    for (const uint32_t stack : stacks_->children(parent)) {
      TreeBranch& branch = found.emplace_back();
      branch.node = stacks_->node(stack);
      branch.stack = stack;
      const size_t columns = stacks_->column_count();
      branch.self = exact(columns, [&](size_t column) { return stacks_->self(stack, column); });
      branch.inclusive =
          exact(columns, [&](size_t column) { return stacks_->inclusive(stack, column); });
      if (stacks_->counts_calls()) {
        branch.calls = stacks_->calls(stack);
      }
    }
    return found;
  }

  const StackTree* stacks_;
};

class BottomUp final : public CallTree {
 public:
  BottomUp(const StackTree& stacks, const ColumnCosts& columns)
      : stacks_(&stacks), columns_(&columns) {}

  [[nodiscard]] std::vector<TreeBranch> roots() const override {
    std::vector<Leaf> leaves;
    for (uint32_t stack = 0; stack < stacks_->size(); ++stack) {
      for (size_t column = 0; column < columns_->size(); ++column) {
        if (stacks_->self(stack, column) != 0) {
          leaves.emplace_back(stack, stack);
          break;
        }
      }
    }
    std::vector<TreeBranch> found = grouped(leaves);
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
    return grouped(leaves);
  }
  [[nodiscard]] bool is_finite() const override { return true; }
  [[nodiscard]] bool has_bounds() const override { return false; }  // all is exact

 private:
  using Leaf = std::pair<uint32_t, uint32_t>;

  /// One branch a function that the leaves have got to.
  [[nodiscard]] std::vector<TreeBranch> grouped(const std::vector<Leaf>& leaves) const {
    std::map<uint32_t, std::pair<std::vector<Leaf>, std::vector<int128>>> by_node;
    for (const Leaf& leaf : leaves) {
      auto& [members, costs] = by_node[stacks_->node(leaf.second)];
      members.push_back(leaf);
      costs.resize(columns_->size());
      for (size_t column = 0; column < costs.size(); ++column) {
        columns_->combine(column, costs[column], stacks_->self(leaf.first, column));
      }
    }
    std::vector<TreeBranch> found;
    for (auto& [node, group] : by_node) {
      TreeBranch& branch = found.emplace_back();
      branch.node = node;
      branch.leaves = std::move(group.first);
      const std::vector<int128>& costs = group.second;
      branch.inclusive = exact(costs.size(), [&](size_t column) { return costs[column]; });
      branch.self.assign(columns_->size(), Exact{0});
    }
    return found;
  }

  const StackTree* stacks_;
  const ColumnCosts* columns_;
};

}  // namespace

std::unique_ptr<CallTree> top_down(const StackTree& stacks) {
  return std::make_unique<TopDown>(stacks);
}

std::unique_ptr<CallTree> bottom_up(const StackTree& stacks, const ColumnCosts& columns) {
  return std::make_unique<BottomUp>(stacks, columns);
}

}  // namespace quern
