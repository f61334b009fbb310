// SPDX-License-Identifier: MIT
//
// Call trees from a call graph: exact as far as a branch has all of a function's cost, estimated
// from there on.
#include <algorithm>

#include "quern/analysis/call_tree.h"

namespace quern {

namespace {

/// `amount` x `share` / `whole`, toward zero; of products beyond 128 bits, nearly so.
int128 split(int128 amount, int128 share, int128 whole) {
  if (whole == 0) {
    return 0;
  }
  int128 product = 0;
  if (!__builtin_mul_overflow(amount, share, &product)) {
    return product / whole;
  }
  return static_cast<int128>(static_cast<long double>(amount) *
                             (static_cast<long double>(share) / static_cast<long double>(whole)));
}

bool is_exactly(const Amount& amount, int128 value) {
  const auto* const exact = std::get_if<Exact>(&amount);
  return exact != nullptr && exact->value == value;
}

/// What both directions share.
class GraphTree : public CallTree {
 public:
  explicit GraphTree(const GraphCosts& costs) : costs_(&costs), graph_(costs.graph) {}
  [[nodiscard]] bool is_finite() const override { return false; }

 protected:
  [[nodiscard]] size_t columns() const { return costs_->inclusive->event_count(); }
  [[nodiscard]] bool is_mutual(uint32_t node) const { return costs_->cycles->is_mutual(node); }
  [[nodiscard]] int128 inclusive(uint32_t node, size_t column) const {
    return costs_->inclusive->lower(node, column);
  }
  /// What the calls that enter a node's component from outside cost in all.
  [[nodiscard]] int128 entering(uint32_t node, size_t column) const {
    if (costs_->cycles->cycle(node) == Cycles::kNone) {
      return graph_->incoming(node, column);
    }
    int128 sum = 0;
    for (const uint32_t edge : graph_->calls_to(node)) {
      sum += is_inside(edge) ? int128{0} : graph_->inclusive(edge, column);
    }
    return sum;
  }
  [[nodiscard]] bool is_inside(uint32_t edge) const {
    return costs_->cycles->component(graph_->caller(edge)) ==
           costs_->cycles->component(graph_->callee(edge));
  }
  [[nodiscard]] TreeBranch next(const TreeBranch& from, uint32_t node) const {
    TreeBranch branch;
    branch.node = node;
    branch.path = from.path;
    branch.path.push_back(from.node);
    branch.is_recursive = std::ranges::find(branch.path, node) != branch.path.end();
    return branch;
  }

  const GraphCosts* costs_;
  const CallGraph* graph_;
};

class TopDown final : public GraphTree {
 public:
  using GraphTree::GraphTree;

  [[nodiscard]] std::vector<TreeBranch> roots() const override {
    std::vector<TreeBranch> found;
    std::vector<bool> seen(costs_->cycles->component_count());
    for (uint32_t node = 0; node < graph_->node_count(); ++node) {
      const uint32_t component = costs_->cycles->component(node);
      if (seen[component]) {
        continue;
      }
      seen[component] = true;
      add_root(is_mutual(node) ? entrance(costs_->cycles->cycle(node)) : node, found);
    }
    return found;
  }

  [[nodiscard]] std::vector<TreeBranch> children(const TreeBranch& branch) const override {
    std::vector<TreeBranch> found;
    if (branch.is_recursive) {
      return found;
    }
    for (const uint32_t edge : graph_->calls_from(branch.node)) {
      if (graph_->callee(edge) != branch.node) {
        found.push_back(child(branch, edge));
      }
    }
    return found;
  }

 private:
  /// The member of a cycle that looks most like its start.
  [[nodiscard]] uint32_t entrance(uint32_t cycle) const {
    uint32_t best = costs_->cycles->members(cycle).front();
    for (const uint32_t node : costs_->cycles->members(cycle)) {
      if (columns() != 0 && inclusive(node, 0) > inclusive(best, 0)) {
        best = node;
      }
    }
    return best;
  }

  void add_root(uint32_t node, std::vector<TreeBranch>& found) const {
    TreeBranch branch;
    branch.node = node;
    bool costs_something = false;
    for (size_t column = 0; column < columns(); ++column) {
      int128 all = inclusive(node, column);
      int128 given = all;
      if (is_mutual(node)) {
        const uint32_t cycle = costs_->cycles->cycle(node);
        all = given = costs_->inclusive->of_cycle(cycle, column).value;
        for (const uint32_t member : costs_->cycles->members(cycle)) {
          given -= entering(member, column);
        }
        branch.inclusive.emplace_back(Estimated{given});
      } else {
        given -= entering(node, column);
        branch.inclusive.push_back(amount_of(given, !is_sure_root(node)));
      }
      const int128 self = graph_->self(node, column);
      branch.self.push_back(given == all && !is_mutual(node)
                                ? graph_->self_amount(node, column)
                                : Amount(Estimated{split(self, given, all)}));
      costs_something = costs_something || given > 0;
    }
    if (costs_something) {
      found.push_back(std::move(branch));
    }
  }

  /// Whether what it costs as a root is made of sure numbers.
  [[nodiscard]] bool is_sure_root(uint32_t node) const {
    return !costs_->inclusive->is_estimated(node) &&
           std::ranges::none_of(graph_->calls_to(node),
                                [this](uint32_t edge) { return graph_->is_call_estimated(edge); });
  }

  [[nodiscard]] TreeBranch child(const TreeBranch& parent, uint32_t edge) const {
    const uint32_t node = graph_->callee(edge);
    TreeBranch branch = next(parent, node);
    bool is_whole = !is_mutual(parent.node) && !is_mutual(node);
    for (size_t column = 0; column < columns(); ++column) {
      const int128 all = inclusive(parent.node, column);
      const int128 cost = graph_->inclusive(edge, column);
      const bool has_all = !is_mutual(parent.node) && is_exactly(parent.inclusive[column], all);
      is_whole = is_whole && has_all;
      const int128 part =
          has_all ? cost : split(cost, lower_of(parent.inclusive[column]), std::max(all, cost));
      const bool is_sure = has_all && !is_mutual(node) && !graph_->is_call_estimated(edge);
      branch.inclusive.push_back(amount_of(part, !is_sure));
      const int128 own = graph_->self(node, column);
      const int128 below = inclusive(node, column);
      branch.self.push_back(is_sure && part == below
                                ? graph_->self_amount(node, column)
                                : Amount(Estimated{split(own, part, std::max(below, part))}));
    }
    is_whole = is_whole && !graph_->is_count_estimated(edge);
    if (is_whole && graph_->count(edge) >= 0 && graph_->count(edge) <= kUint64Max) {
      branch.calls = static_cast<uint64_t>(graph_->count(edge));
    }
    return branch;
  }
};

class BottomUp final : public GraphTree {
 public:
  using GraphTree::GraphTree;

  [[nodiscard]] std::vector<TreeBranch> roots() const override {
    std::vector<TreeBranch> found;
    for (uint32_t node = 0; node < graph_->node_count(); ++node) {
      TreeBranch branch;
      branch.node = node;
      bool costs_something = false;
      for (size_t column = 0; column < columns(); ++column) {
        branch.self.push_back(graph_->self_amount(node, column));
        costs_something = costs_something || graph_->self(node, column) != 0;
      }
      if (costs_something) {
        branch.inclusive = branch.self;
        found.push_back(std::move(branch));
      }
    }
    return found;
  }

  [[nodiscard]] std::vector<TreeBranch> children(const TreeBranch& branch) const override {
    std::vector<TreeBranch> found;
    if (branch.is_recursive) {
      return found;
    }
    const std::vector<int128> all = all_of(branch.node);
    for (const uint32_t edge : graph_->calls_to(branch.node)) {
      if (graph_->caller(edge) != branch.node) {
        found.push_back(caller(branch, edge, all));
      }
    }
    return found;
  }

 private:
  /// By column: the cost of a function, or of the calls to it where these overlap.
  [[nodiscard]] std::vector<int128> all_of(uint32_t node) const {
    std::vector<int128> all;
    for (size_t column = 0; column < columns(); ++column) {
      int128 calls = 0;
      for (const uint32_t edge : graph_->calls_to(node)) {
        calls += graph_->caller(edge) != node ? graph_->inclusive(edge, column) : int128{0};
      }
      all.push_back(std::max(calls, inclusive(node, column)));
    }
    return all;
  }

  [[nodiscard]] TreeBranch caller(const TreeBranch& below, uint32_t edge,
                                  const std::vector<int128>& all) const {
    TreeBranch branch = next(below, graph_->caller(edge));
    for (size_t column = 0; column < columns(); ++column) {
      const int128 cost = graph_->inclusive(edge, column);
      const Amount& share = below.inclusive[column];
      const bool has_all = !is_mutual(below.node) && cost == all[column] &&
                           std::holds_alternative<Exact>(share) && !graph_->is_call_estimated(edge);
      branch.inclusive.push_back(
          has_all ? share : Amount(Estimated{split(lower_of(share), cost, all[column])}));
    }
    branch.self.assign(columns(), Exact{0});
    return branch;
  }
};

}  // namespace

std::unique_ptr<CallTree> top_down(const GraphCosts& costs) {
  return std::make_unique<TopDown>(costs);
}

std::unique_ptr<CallTree> bottom_up(const GraphCosts& costs) {
  return std::make_unique<BottomUp>(costs);
}

}  // namespace quern
