// SPDX-License-Identifier: MIT
//
// Call trees from exact stacks.
#include <algorithm>
#include <map>

#include "quern/analysis/call_tree.h"

namespace quern {

namespace {

std::vector<Amount> exact(std::span<const int128> costs) {
  std::vector<Amount> amounts;
  amounts.reserve(costs.size());
  for (const int128 cost : costs) {
    amounts.emplace_back(Exact{cost});
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

 private:
  [[nodiscard]] std::vector<TreeBranch> branches(uint32_t parent) const {
    std::vector<TreeBranch> found;
    for (const uint32_t stack : stacks_->children(parent)) {
      TreeBranch& branch = found.emplace_back();
      branch.node = stacks_->node(stack);
      branch.stack = stack;
      branch.self = exact(stacks_->self(stack));
      branch.inclusive = exact(stacks_->inclusive(stack));
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
      const std::span<const int128> self = stacks_->self(stack);
      if (std::ranges::any_of(self, [](int128 cost) { return cost != 0; })) {
        leaves.emplace_back(stack, stack);
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

 private:
  using Leaf = std::pair<uint32_t, uint32_t>;

  /// One branch a function that the leaves have got to.
  [[nodiscard]] std::vector<TreeBranch> grouped(const std::vector<Leaf>& leaves) const {
    std::map<uint32_t, std::pair<std::vector<Leaf>, std::vector<int128>>> by_node;
    for (const Leaf& leaf : leaves) {
      auto& [members, costs] = by_node[stacks_->node(leaf.second)];
      members.push_back(leaf);
      costs.resize(columns_->size());
      columns_->combine(costs, stacks_->self(leaf.first));
    }
    std::vector<TreeBranch> found;
    for (auto& [node, group] : by_node) {
      TreeBranch& branch = found.emplace_back();
      branch.node = node;
      branch.leaves = std::move(group.first);
      branch.inclusive = exact(group.second);
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
