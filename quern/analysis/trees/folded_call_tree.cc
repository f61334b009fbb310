// SPDX-License-Identifier: MIT
//
// The tree of a graph whose functions are recorded separately by caller (Callgrind's f'g and f'h),
// shown as the tree of the functions (f).
// A branch of the folded tree keeps the branches of the finer tree that it consists of, and its
// children are theirs, joined. Recursion in the finer tree ends a branch there, though others of
// the same function may go on: what is lost by that widens the bounds of what follows (doubt()).
#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/analysis/trees/call_tree.h"

namespace quern {

namespace {

class FoldedTree final : public CallTree {
 public:
  FoldedTree(const FoldedNodes& nodes, const CallTree& plain) : nodes_(nodes), plain_(&plain) {}

  [[nodiscard]] std::vector<TreeBranch> roots(const NodeTest& is_wanted) const override {
    return joined(
        nodes_.apart->roots([&](uint32_t node) { return is_wanted(nodes_.node_of[node]); }), {});
  }

  [[nodiscard]] std::vector<TreeBranch> children(const TreeBranch& branch) const override {
    if (branch.apart.empty()) {
      return plain_->children(branch);
    }
    std::vector<TreeBranch> below;
    std::vector<int128> unseen = branch.unseen;
    for (const TreeBranch& one : branch.apart) {
      if (one.is_recursive) {
        unseen.resize(one.bounds.size());
        for (size_t column = 0; column < unseen.size(); ++column) {
          unseen[column] += std::max<int128>(0, one.bounds[column].upper);
        }
        continue;
      }
      std::ranges::move(nodes_.apart->children(one), std::back_inserter(below));
    }
    return joined(std::move(below), unseen);
  }

  [[nodiscard]] TreeBranch around(uint32_t node) const override {
    std::vector<TreeBranch> all;
    if (!recurs(node)) {
      for (uint32_t one = 0; one < nodes_.node_of.size(); ++one) {
        if (nodes_.node_of[one] == node) {
          all.push_back(nodes_.apart->around(one));
        }
      }
    }
    return all.empty() ? plain_->around(node) : std::move(joined(std::move(all), {}).front());
  }
  [[nodiscard]] bool is_finite() const override { return nodes_.apart->is_finite(); }
  [[nodiscard]] bool has_bounds() const override { return nodes_.apart->has_bounds(); }

 private:
  /// Whether a way leads from one of a function's nodes to another, or to itself.
  [[nodiscard]] bool recurs(uint32_t function) const {
    std::vector<bool> seen(nodes_.node_of.size());
    std::vector<uint32_t> open;
    const auto follow = [&](uint32_t from) {
      bool returns = false;
      for (const uint32_t edge : nodes_.graph->calls_from(from)) {
        const uint32_t to = nodes_.graph->callee(edge);
        returns = returns || nodes_.node_of[to] == function;
        if (!seen[to]) {
          seen[to] = true;
          open.push_back(to);
        }
      }
      return returns;
    };
    for (uint32_t one = 0; one < nodes_.node_of.size(); ++one) {
      if (nodes_.node_of[one] == function && follow(one)) {
        return true;
      }
    }
    while (!open.empty()) {
      const uint32_t next = open.back();
      open.pop_back();
      if (follow(next)) {
        return true;
      }
    }
    return false;
  }

  /// Branches of one function become one, in the order in which their functions appear. So do those
  /// of the other tree, where several ways lead to one node: else there were as many as ways, which
  /// double wherever two meet.
  [[nodiscard]] std::vector<TreeBranch> joined(std::vector<TreeBranch> branches,
                                               const std::vector<int128>& unseen) const {
    std::vector<TreeBranch> found;
    std::unordered_map<uint32_t, size_t> places;
    std::unordered_map<uint64_t, size_t> apart_places;  // in the `apart` of its function's branch
    for (TreeBranch& branch : branches) {
      const uint32_t node = nodes_.node_of[branch.node];
      const auto [place, is_new] = places.try_emplace(node, found.size());
      if (is_new) {
        found.push_back(first_of(node, branch));
      } else {
        add_to(found[place->second], branch);
      }
      std::vector<TreeBranch>& apart = found[place->second].apart;
      const uint64_t key = uint64_t{branch.node} << 1 | (branch.is_recursive ? 1U : 0U);
      const auto [known, is_new_way] = apart_places.try_emplace(key, apart.size());
      if (is_new_way) {
        apart.push_back(std::move(branch));
      } else {
        add_to(apart[known->second], branch);
      }
    }
    if (std::ranges::any_of(unseen, [](int128 cost) { return cost != 0; })) {
      for (TreeBranch& branch : found) {
        doubt(branch, unseen);
      }
    }
    return found;
  }

  [[nodiscard]] static TreeBranch first_of(uint32_t node, const TreeBranch& branch) {
    TreeBranch whole;
    whole.node = node;
    whole.self = branch.self;
    whole.inclusive = branch.inclusive;
    whole.bounds = branch.bounds;
    whole.calls = branch.calls;
    whole.is_recursive = branch.is_recursive;
    whole.is_of_inclusive = branch.is_of_inclusive;
    return whole;
  }

  static void add_to(TreeBranch& whole, const TreeBranch& branch) {
    add_amounts(whole.self, branch.self);
    add_amounts(whole.inclusive, branch.inclusive);
    for (size_t column = 0; column < whole.bounds.size(); ++column) {
      whole.bounds[column].lower += branch.bounds[column].lower;
      whole.bounds[column].upper += branch.bounds[column].upper;
    }
    whole.calls =
        whole.calls && branch.calls ? std::optional(*whole.calls + *branch.calls) : std::nullopt;
    whole.is_recursive = whole.is_recursive && branch.is_recursive;
  }

  /// Some of what ended on the way here may belong here as well.
  static void doubt(TreeBranch& branch, const std::vector<int128>& unseen) {
    for (size_t column = 0; column < unseen.size(); ++column) {
      if (unseen[column] != 0) {
        branch.self[column] = Estimated{lower_of(branch.self[column])};
        branch.inclusive[column] = Estimated{lower_of(branch.inclusive[column])};
        branch.bounds[column].upper += unseen[column];
      }
    }
    branch.calls.reset();
    branch.unseen = unseen;
  }

  FoldedNodes nodes_;
  const CallTree* plain_;
};

}  // namespace

std::unique_ptr<CallTree> folded(const FoldedNodes& nodes, const CallTree& plain) {
  return std::make_unique<FoldedTree>(nodes, plain);
}

}  // namespace quern
