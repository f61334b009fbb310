// SPDX-License-Identifier: MIT
#include "quern/analysis/trees/call_tree.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "quern/model/builder.h"

namespace quern {
namespace {

constexpr uint32_t kFunctions = 6;
const std::vector<EventSum> kColumns = {event_sum(EventId(uint32_t{0}))};

/// A stack from the root, and what it cost itself.
using Stacks = std::map<std::vector<uint32_t>, int128>;

struct Made {
  std::unique_ptr<const Profile> profile;
  Stacks self;
};

/// Random trees. Without recursion a node's function is its depth or one more, so that functions
/// have several callers but no cycle.
Made made_tree(bool recursive) {
  const auto below = [](int64_t end) { return *rc::gen::inRange<int64_t>(0, end); };
  Made made;
  ProfileBuilder builder(Keep::kSums);
  std::vector<FrameId> frames;
  for (uint32_t at = 0; at < kFunctions; ++at) {
    const NameId name = builder.symbols().names.intern(std::string(1, static_cast<char>('a' + at)));
    frames.push_back(
        builder.frame({.function = builder.symbols().functions.intern({name, {}, {}})}));
  }
  const EventId event = builder.event("Ir");
  builder.begin_part({}, {});
  builder.expect_contexts(ContextUse::kAlone);
  std::vector<std::pair<ContextId, uint32_t>> path;
  const int64_t nodes = below(50);
  for (int64_t at = 0; at < nodes; ++at) {
    path.resize(path.size() - std::min(path.size(), static_cast<size_t>(below(4))));
    if (!recursive && path.size() >= kFunctions - 1) {
      path.clear();
    }
    const auto function = static_cast<uint32_t>(
        recursive ? below(kFunctions) : static_cast<int64_t>(path.size()) + below(2));
    if (!recursive && !path.empty() && path.back().second >= function) {
      continue;
    }
    const int64_t cost = below(1000);
    const std::array costs{EventCost{event, cost}};
    const ContextId parent = path.empty() ? kNoContext : path.back().first;
    path.emplace_back(builder.context({parent, frames[function], std::nullopt, costs}), function);
    std::vector<uint32_t> stack;
    for (const auto& [id, on_stack] : path) {
      stack.push_back(on_stack);
    }
    made.self[stack] += cost;
  }
  PartHeader header;
  header.events = {event};
  builder.end_part(header);
  builder.end_input({});
  made.profile = builder.finish();
  return made;
}

int128 value(const Amount& amount) {
  return lower_of(amount);
}

/// Every branch of a finite tree by the functions that lead to it.
void collect(const CallTree& tree, const std::vector<TreeBranch>& branches,
             std::vector<uint32_t>& path, std::map<std::vector<uint32_t>, TreeBranch>& found) {
  for (const TreeBranch& branch : branches) {
    path.push_back(branch.node);
    found.emplace(path, branch);
    collect(tree, tree.children(branch), path, found);
    path.pop_back();
  }
}

std::map<std::vector<uint32_t>, TreeBranch> all_of(const CallTree& tree) {
  std::map<std::vector<uint32_t>, TreeBranch> found;
  std::vector<uint32_t> path;
  collect(tree, tree.roots(), path, found);
  return found;
}

TEST(TopDownTree, HasEachStackWithItsExactCosts) {
  EXPECT_TRUE(rc::check([] {
    const Made made = made_tree(true);
    const StackTree stacks(*made.profile, PartSet::all(*made.profile), kColumns, {{}, kFunctions});
    const ColumnCosts columns(*made.profile, kColumns);
    const auto found = all_of(*top_down(stacks, columns));
    RC_ASSERT(found.size() == made.self.size());
    for (const auto& [path, branch] : found) {
      int128 inclusive = 0;
      for (const auto& [stack, cost] : made.self) {
        const bool is_below =
            stack.size() >= path.size() && std::equal(path.begin(), path.end(), stack.begin());
        inclusive += is_below ? cost : int128{0};
      }
      RC_ASSERT(branch.self[0] == Amount(Exact{made.self.at(path)}));
      RC_ASSERT(branch.inclusive[0] == Amount(Exact{inclusive}));
    }
  }));
}

/// What `around` has of each function, against stacks looked through one by one. `path_of`: of a
/// stack with the place of its outermost frame of the function.
template <class PathOf>
void check_around(const Made& made, const CallTree& tree, const PathOf& path_of) {
  for (uint32_t function = 0; function < kFunctions; ++function) {
    std::map<std::vector<uint32_t>, int128> expected;
    for (const auto& [stack, cost] : made.self) {
      const auto at = std::ranges::find(stack, function);
      if (at == stack.end()) {
        continue;
      }
      std::vector<uint32_t> path;
      for (const uint32_t frame : path_of(stack, at)) {
        path.push_back(frame);
        expected[path] += cost;
      }
    }
    std::map<std::vector<uint32_t>, TreeBranch> found;
    std::vector<uint32_t> path;
    collect(tree, {tree.around(function)}, path, found);
    RC_ASSERT(found.size() == std::max<size_t>(1, expected.size()));
    for (const auto& [way, cost] : expected) {
      RC_ASSERT(found.at(way).inclusive[0] == Amount(Exact{cost}));
    }
  }
}

TEST(TreeAround, HasWhatRanBelowTheOutermostFramesOfAFunction) {
  EXPECT_TRUE(rc::check([] {
    const Made made = made_tree(true);
    const StackTree stacks(*made.profile, PartSet::all(*made.profile), kColumns, {{}, kFunctions});
    const ColumnCosts columns(*made.profile, kColumns);
    using Stack = std::vector<uint32_t>;
    check_around(
        made, *top_down(stacks, columns),
        [](const Stack& stack, Stack::const_iterator at) { return Stack(at, stack.end()); });
    check_around(made, *bottom_up(stacks, columns),
                 [](const Stack& stack, Stack::const_iterator at) {
                   return Stack(std::make_reverse_iterator(at + 1), stack.rend());
                 });
  }));
}

TEST(BottomUpTree, SplitsEachSelfCostAmongThePathsToIt) {
  EXPECT_TRUE(rc::check([] {
    const Made made = made_tree(true);
    const StackTree stacks(*made.profile, PartSet::all(*made.profile), kColumns, {{}, kFunctions});
    const ColumnCosts columns(*made.profile, kColumns);
    const auto found = all_of(*bottom_up(stacks, columns));
    std::map<std::vector<uint32_t>, int128> expected;
    for (const auto& [stack, cost] : made.self) {
      std::vector<uint32_t> path;
      for (auto at = stack.rbegin(); cost != 0 && at != stack.rend(); ++at) {
        path.push_back(*at);
        expected[path] += cost;
      }
    }
    RC_ASSERT(found.size() == expected.size());
    for (const auto& [path, branch] : found) {
      RC_ASSERT(branch.inclusive[0] == Amount(Exact{expected.at(path)}));
    }
  }));
}

/// The call graph that a profiler without stacks would have seen in the same run.
CallGraph tree_graph(const Made& made) {
  CallGraphBuilder graph(kFunctions, 1);
  for (const auto& [stack, cost] : made.self) {
    graph.add_self(stack.back(), 0, cost);
    for (size_t at = 1; at < stack.size(); ++at) {
      const std::array costs{cost};
      graph.add_call(stack[at - 1], stack[at], int128{0}, costs);
    }
  }
  return graph.build();
}

/// A graph with what trees need of it.
struct Known {
  explicit Known(const CallGraph& of)
      : graph(&of), cycles(find_cycles(of)), inclusive(inclusive_costs(of, cycles)) {}
  [[nodiscard]] GraphCosts costs() const { return {graph, &cycles, &inclusive}; }
  const CallGraph* graph;
  Cycles cycles;
  InclusiveCosts inclusive;
};

TEST(GraphTree, IsExactWhereItSaysSoAndAddsUpWhereItDoesNot) {
  EXPECT_TRUE(rc::check([] {
    const Made made = made_tree(false);
    const CallGraph graph = tree_graph(made);
    const Known known(graph);
    const GraphCosts costs = known.costs();
    const std::unique_ptr<CallTree> tree = top_down(costs);
    std::map<std::vector<uint32_t>, int128> truth;
    int128 total = 0;
    for (const auto& [stack, cost] : made.self) {
      total += cost;
      std::vector<uint32_t> path;
      for (const uint32_t function : stack) {
        path.push_back(function);
        truth[path] += cost;
      }
    }
    int128 roots = 0;
    for (const TreeBranch& root : tree->roots()) {
      roots += value(root.inclusive[0]);
    }
    RC_ASSERT(roots == total);
    for (const auto& [path, branch] : all_of(*tree)) {
      if (std::holds_alternative<Exact>(branch.inclusive[0])) {
        const auto true_cost = truth.find(path);
        RC_ASSERT(value(branch.inclusive[0]) == (true_cost == truth.end() ? 0 : true_cost->second));
      }
      int128 sum = value(branch.self[0]);
      const std::vector<TreeBranch> children = tree->children(branch);
      for (const TreeBranch& child : children) {
        sum += value(child.inclusive[0]);
      }
      // Each share is cut to a whole number.
      RC_ASSERT(sum <= value(branch.inclusive[0]));
      RC_ASSERT(sum + static_cast<int128>(children.size()) + 1 >= value(branch.inclusive[0]));
    }
  }));
}

/// Whether the roots of any one node are those among all roots.
void check_roots(const CallTree& tree) {
  for (uint32_t node = 0; node < kFunctions; ++node) {
    const auto is_node = [node](uint32_t root) { return root == node; };
    std::vector<TreeBranch> expected = tree.roots();
    std::erase_if(expected, [&](const TreeBranch& root) { return !is_node(root.node); });
    const std::vector<TreeBranch> found = tree.roots(is_node);
    RC_ASSERT(found.size() == expected.size());
    for (size_t at = 0; at < found.size(); ++at) {
      RC_ASSERT(found[at].node == node && found[at].self == expected[at].self);
      RC_ASSERT(found[at].inclusive == expected[at].inclusive);
    }
  }
}

TEST(CallTree, FindsTheRootsOfOneNodeAmongAll) {
  EXPECT_TRUE(rc::check([] {
    const Made made = made_tree(true);
    const StackTree stacks(*made.profile, PartSet::all(*made.profile), kColumns, {{}, kFunctions});
    const ColumnCosts columns(*made.profile, kColumns);
    check_roots(*top_down(stacks, columns));
    check_roots(*bottom_up(stacks, columns));
    const CallGraph graph = tree_graph(made);
    const Known known(graph);
    const GraphCosts costs = known.costs();
    const std::unique_ptr<CallTree> plain = top_down(costs);
    check_roots(*plain);
    check_roots(*bottom_up(costs));
    const std::array<uint32_t, kFunctions> halves = {0, 0, 1, 1, 2, 2};
    check_roots(*folded({.apart = plain.get(), .graph = &graph, .node_of = halves}, *plain));
  }));
}

TEST(GraphTree, SplitsInProportionToCalls) {
  // a and b, both roots, call c at 30 and 10; c calls d at 20.
  CallGraphBuilder builder(4, 1);
  const auto call = [&](size_t caller, size_t callee, int128 cost) {
    const std::array costs{cost};
    builder.add_call(caller, callee, 1, costs);
  };
  builder.add_self(2, 0, 20);
  builder.add_self(3, 0, 20);
  call(0, 2, 30);
  call(1, 2, 10);
  call(2, 3, 20);
  const CallGraph graph = builder.build();
  const Known known(graph);
  const GraphCosts costs = known.costs();
  const auto down = all_of(*top_down(costs));
  EXPECT_EQ(down.at({0, 2}).inclusive[0], Amount(Exact{30}));
  EXPECT_EQ(down.at({0, 2, 3}).inclusive[0], Amount(Estimated{15}));
  EXPECT_EQ(down.at({1, 2, 3}).inclusive[0], Amount(Estimated{5}));
  EXPECT_EQ(down.at({0, 2}).self[0], Amount(Estimated{15}));
  const auto up = all_of(*bottom_up(costs));
  EXPECT_EQ(up.at({3, 2}).inclusive[0], Amount(Exact{20}));
  EXPECT_EQ(up.at({3, 2, 0}).inclusive[0], Amount(Estimated{15}));
}

TEST(GraphTree, EndsWhereAFunctionIsOnItsPathAlready) {
  CallGraphBuilder builder(2, 1);
  const std::array costs{int128{10}};
  builder.add_self(0, 0, 5);
  builder.add_self(1, 0, 5);
  builder.add_call(0, 1, 1, costs);
  builder.add_call(1, 0, 1, costs);
  const CallGraph graph = builder.build();
  const Known known(graph);
  const GraphCosts all = known.costs();
  const auto found = all_of(*top_down(all));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_TRUE(std::max_element(found.begin(), found.end(), [](const auto& left, const auto& right) {
                return left.first.size() < right.first.size();
              })->second.is_recursive);
}

}  // namespace
}  // namespace quern
