// SPDX-License-Identifier: MIT
//
// Call trees from a call graph: exact as far as a branch has all of a function's cost, estimated
// from there on.
// A graph says what a function's callees cost in all, and not for which caller. Below a function
// with several callers costs are therefore divided by the rule of three and marked, and each branch
// has bounds that are true whatever the stacks were (step()).
#include <algorithm>
#include <span>
#include <utility>

#include "quern/analysis/trees/call_tree.h"
#include "quern/base/rule_of_three.h"

namespace quern {

namespace {

bool is_exactly(const Amount& amount, int128 value) {
  const auto* const exact = std::get_if<Exact>(&amount);
  return exact != nullptr && exact->value == value;
}

/// What both directions share.
class GraphTree : public CallTree {
 public:
  explicit GraphTree(const GraphCosts& costs) : costs_(&costs), graph_(costs.graph) {}
  [[nodiscard]] bool is_finite() const override { return false; }
  [[nodiscard]] bool has_bounds() const override { return !graph_->has_estimates(); }

 protected:
  [[nodiscard]] size_t columns() const { return costs_->inclusive->event_count(); }
  [[nodiscard]] bool is_mutual(size_t node) const { return costs_->cycles->is_mutual(node); }
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
  /// What is sure of a step along an edge from a branch to the next, as `branch` itself is known to
  /// lie within bounds. The step costs neither more than the branch nor than the edge. What the
  /// edge costs on other ways is no more than what the branch's function costs there, unless it is
  /// in a cycle: it may then come again further on, and nothing is sure.
  [[nodiscard]] Bounded step(const TreeBranch& branch, uint32_t edge, size_t column) const {
    const Bounded& within = branch.bounds[column];
    const int128 cost = graph_->inclusive(edge, column);
    const int128 upper = std::max<int128>(0, std::min(within.upper, cost));
    const int128 elsewhere = inclusive(branch.node, column) - within.lower;
    const int128 lower = is_mutual(branch.node) ? int128{0} : cost - elsewhere;
    return {std::clamp<int128>(lower, 0, upper), upper};
  }
  /// A function with all that it cost.
  [[nodiscard]] TreeBranch whole(uint32_t node) const {
    TreeBranch branch;
    branch.node = node;
    for (size_t column = 0; column < columns(); ++column) {
      branch.self.push_back(graph_->self_amount(node, column));
      branch.inclusive.push_back(costs_->inclusive->of(node, column));
      branch.bounds.push_back(
          {lower_of(branch.inclusive.back()), upper_of(branch.inclusive.back())});
    }
    return branch;
  }
  [[nodiscard]] TreeBranch next(const TreeBranch& from, uint32_t node) const {
    TreeBranch branch;
    branch.node = node;
    branch.path = from.path;
    branch.path.push_back(from.node);
    branch.is_recursive = std::ranges::find(branch.path, node) != branch.path.end();
    branch.is_of_inclusive = from.is_of_inclusive;
    return branch;
  }

  const GraphCosts* costs_;
  const CallGraph* graph_;
};

class TopDown final : public GraphTree {
 public:
  explicit TopDown(const GraphCosts& costs) : GraphTree(costs) { add_reaches(); }

  [[nodiscard]] std::vector<TreeBranch> roots(const NodeTest& is_wanted) const override {
    std::vector<TreeBranch> found;
    std::vector<bool> seen(costs_->cycles->component_count());
    for (uint32_t node = 0; node < graph_->node_count(); ++node) {
      const uint32_t component = costs_->cycles->component(node);
      if (seen[component]) {
        continue;
      }
      seen[component] = true;
      // A cycle that nobody calls has a start, but the graph does not say which member it is.
      const uint32_t root = is_mutual(node) ? entrance(costs_->cycles->cycle(node)) : node;
      if (is_wanted(root)) {
        add_root(root, found);
      }
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

  [[nodiscard]] TreeBranch around(uint32_t node) const override { return whole(node); }

 private:
  /// What a function spent itself and gave to others: its inclusive cost, but in cycles, where
  /// calls overlap, more than that. Shares of it add up to what is shared.
  [[nodiscard]] int128 reach(uint32_t node, size_t column) const {
    return is_mutual(node) ? reaches_.at(node, column) : inclusive(node, column);
  }
  void add_reaches() {
    if (costs_->cycles->cycle_count() == 0) {
      return;
    }
    reaches_ = CostRows::zeros(graph_->node_count(), columns());
    graph_->self_rows().each_cell([this](size_t node, size_t column, int128 cost) {
      if (is_mutual(node)) {
        reaches_.add(node, column, cost);
      }
    });
    graph_->call_rows().each_cell([this](size_t edge, size_t cell, int128 cost) {
      const uint32_t caller = graph_->caller(edge);
      if (cell != 0 && cost != 0 && is_mutual(caller) && caller != graph_->callee(edge)) {
        reaches_.add(caller, cell - 1, cost);
      }
    });
  }

  /// What a member of a cycle spent itself and gave to others, less what calls to it account for:
  /// what it costs where nobody that is recorded has called it.
  [[nodiscard]] int128 unaccounted(uint32_t node, size_t column) const {
    int128 cost = reach(node, column);
    for (const uint32_t edge : graph_->calls_to(node)) {
      cost -= graph_->caller(edge) != node ? graph_->inclusive(edge, column) : int128{0};
    }
    return cost;
  }

  /// The member of a cycle where it starts, or that looks most like it.
  [[nodiscard]] uint32_t entrance(uint32_t cycle) const {
    const std::span<const uint32_t> members = costs_->cycles->members(cycle);
    if (columns() == 0) {
      return members.front();
    }
    const auto likelihood = [this](uint32_t node) {
      return std::pair(unaccounted(node, 0), inclusive(node, 0));
    };
    return *std::ranges::max_element(members, {}, likelihood);
  }

  /// Whether `given`, what a function costs without its callers, is a cost. Callers that have more
  /// than all of it are wrong, unless all is below 0.
  static bool is_missed(int128 all, int128 given) { return given > 0 || (given < 0 && all < 0); }

  /// Whether all calls of the function are in callers: most are, and then no branch is made.
  [[nodiscard]] bool is_called_for_all(uint32_t node) const {
    for (size_t column = 0; column < columns(); ++column) {
      const int128 all = inclusive(node, column);
      if (is_missed(all, all - entering(node, column))) {
        return false;
      }
    }
    return true;
  }

  /// What calls do not account for was spent by the function as a root. A cycle has one root for
  /// all of its members.
  void add_root(uint32_t node, std::vector<TreeBranch>& found) const {
    if (!is_mutual(node) && is_called_for_all(node)) {
      return;
    }
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
        branch.bounds.push_back({0, std::max<int128>(0, given)});
        all = std::max(reach(node, column), given);
      } else {
        given -= entering(node, column);
        branch.inclusive.push_back(amount_of(given, !is_sure_root(node)));
        branch.bounds.push_back({given, given});
      }
      const int128 self = graph_->self(node, column);
      branch.self.push_back(given == all && !is_mutual(node)
                                ? graph_->self_amount(node, column)
                                : Amount(Estimated{rule_of_three(self, given, all)}));
      costs_something = costs_something || is_missed(all, given);
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

  /// A call from the parent: all of its cost if the parent has all of its function's cost, else the
  /// parent's share of it.
  [[nodiscard]] TreeBranch child(const TreeBranch& parent, uint32_t edge) const {
    const uint32_t node = graph_->callee(edge);
    TreeBranch branch = next(parent, node);
    bool is_whole = !is_mutual(parent.node) && !is_mutual(node);
    for (size_t column = 0; column < columns(); ++column) {
      const int128 given = lower_of(parent.inclusive[column]);
      const int128 all = std::max(reach(parent.node, column), given);
      const int128 cost = graph_->inclusive(edge, column);
      const bool has_all = !is_mutual(parent.node) &&
                           is_exactly(parent.inclusive[column], inclusive(parent.node, column));
      is_whole = is_whole && has_all;
      const int128 part = has_all ? cost : rule_of_three(cost, given, all);
      const bool is_exact = has_all && !is_mutual(node);
      const bool is_sure = is_exact && !graph_->is_call_estimated(edge);
      branch.inclusive.push_back(amount_of(part, !is_sure));
      branch.bounds.push_back(is_exact ? Bounded{part, part} : step(parent, edge, column));
      const int128 own = graph_->self(node, column);
      const int128 below = reach(node, column);
      branch.self.push_back(is_sure && part == below ? graph_->self_amount(node, column)
                                                     : Amount(Estimated{rule_of_three(
                                                           own, part, std::max(below, part))}));
    }
    is_whole = is_whole && !graph_->is_count_estimated(edge);
    if (is_whole && graph_->count(edge) >= 0 && graph_->count(edge) <= kUint64Max) {
      branch.calls = static_cast<uint64_t>(graph_->count(edge));
    }
    return branch;
  }

  CostRows reaches_;  ///< by node, of members of cycles
};

class BottomUp final : public GraphTree {
 public:
  using GraphTree::GraphTree;

  [[nodiscard]] std::vector<TreeBranch> roots(const NodeTest& is_wanted) const override {
    std::vector<TreeBranch> found;
    for (uint32_t node = 0; node < graph_->node_count(); ++node) {
      if (!is_wanted(node)) {
        continue;
      }
      TreeBranch branch;
      branch.node = node;
      bool costs_something = false;
      for (size_t column = 0; column < columns(); ++column) {
        const int128 self = graph_->self(node, column);
        branch.self.push_back(graph_->self_amount(node, column));
        branch.bounds.push_back({self, self});
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

  [[nodiscard]] TreeBranch around(uint32_t node) const override {
    TreeBranch branch = whole(node);
    branch.is_of_inclusive = true;
    return branch;
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

  /// Whether what the function costs is made of estimates. Some of them may be 0.
  [[nodiscard]] bool has_estimates(uint32_t node) const {
    return graph_->has_estimates() &&
           (graph_->is_self_estimated(node) ||
            std::ranges::any_of(graph_->calls_from(node),
                                [this](uint32_t edge) { return graph_->is_call_estimated(edge); }));
  }

  /// Which part of what is below was this caller's: exact while `below` has all that its function
  /// cost, as each call records its own part.
  [[nodiscard]] TreeBranch caller(const TreeBranch& below, uint32_t edge,
                                  const std::vector<int128>& all) const {
    TreeBranch branch = next(below, graph_->caller(edge));
    for (size_t column = 0; column < columns(); ++column) {
      const int128 cost = graph_->inclusive(edge, column);
      const Amount& share = below.inclusive[column];
      const bool is_sure = !is_mutual(below.node) && std::holds_alternative<Exact>(share) &&
                           !graph_->is_call_estimated(edge);
      const bool has_all = is_sure && cost == all[column];
      // Each call knows its part of all that a function cost; of an estimate nobody knows all.
      const bool is_part_of_all =
          is_sure && lower_of(share) == all[column] && !has_estimates(below.node);
      const Bounded bounds = has_all          ? below.bounds[column]
                             : is_part_of_all ? Bounded{cost, cost}
                                              : step(below, edge, column);
      const int128 part = std::min(rule_of_three(lower_of(share), cost, all[column]), bounds.upper);
      branch.inclusive.push_back(amount_of(part, !has_all && !is_part_of_all));
      branch.bounds.push_back(bounds);
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
