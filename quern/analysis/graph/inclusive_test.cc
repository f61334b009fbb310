// SPDX-License-Identifier: MIT
#include "quern/analysis/graph/inclusive.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>

namespace quern {
namespace {

struct Call {
  size_t caller, callee;
  int128 inclusive;
};

CallGraph graph_of(const std::vector<int128>& self, const std::vector<Call>& calls) {
  CallGraphBuilder builder(self.size(), 1);
  for (size_t node = 0; node < self.size(); ++node) {
    builder.add_self(node, 0, self[node]);
  }
  for (const Call& call : calls) {
    builder.add_call(call.caller, call.callee, int128{1}, std::vector<int128>{call.inclusive});
  }
  return builder.build();
}

InclusiveCosts costs_of(const CallGraph& graph) {
  return inclusive_costs(graph, find_cycles(graph));
}

TEST(Inclusive, IsSelfPlusCallsOutsideCycles) {
  const InclusiveCosts costs = costs_of(graph_of({1, 2, 4}, {{0, 1, 6}, {0, 2, 3}, {1, 2, 4}}));
  EXPECT_EQ(costs.of(0, 0), Amount(Exact{10}));
  EXPECT_EQ(costs.of(1, 0), Amount(Exact{6}));
  EXPECT_EQ(costs.of(2, 0), Amount(Exact{4}));
  EXPECT_EQ(costs.size(), 3U);
}

TEST(Inclusive, LeavesOutCallsToItself) {
  const InclusiveCosts costs = costs_of(graph_of({0, 10, 5}, {{0, 1, 15}, {1, 1, 40}, {1, 2, 5}}));
  EXPECT_EQ(costs.of(1, 0), Amount(Exact{15}));
  EXPECT_EQ(costs.of_cycle(1, 0), Exact{15});
}

TEST(Inclusive, HasBoundsInACycleOfSeveral) {
  // main(1) calls a (100) and b (30); a(10) and b(20) call each other, b calls leaf (100).
  const CallGraph graph =
      graph_of({1, 10, 20, 100}, {{0, 1, 100}, {0, 2, 30}, {1, 2, 90}, {2, 1, 5}, {2, 3, 100}});
  const InclusiveCosts costs = costs_of(graph);
  EXPECT_EQ(costs.of(0, 0), Amount(Exact{131}));
  EXPECT_EQ(costs.of(3, 0), Amount(Exact{100}));
  EXPECT_EQ(costs.of_cycle(1, 0), Exact{130});
  // a: own 10, entered for 100, all calls 105. b: own 120, entered for 30, all calls 120.
  EXPECT_EQ(costs.of(1, 0), Amount(Bounded{100, 105}));
  EXPECT_EQ(costs.of(2, 0), Amount(Bounded{120, 120}));
  EXPECT_FALSE(costs.is_exact(2));
}

TEST(Inclusive, CountsWhatACycleWasGivenAsARoot) {
  // Nobody calls the cycle: either member may have been the root of all.
  const CallGraph graph = graph_of({10, 20}, {{0, 1, 25}, {1, 0, 5}});
  const InclusiveCosts costs = costs_of(graph);
  EXPECT_EQ(costs.of_cycle(1, 0), Exact{30});
  EXPECT_EQ(costs.of(0, 0), Amount(Bounded{10, 30}));
  EXPECT_EQ(costs.of(1, 0), Amount(Bounded{20, 30}));
  // Once half of it is called from outside, the root's share is the rest.
  const InclusiveCosts called = costs_of(graph_of({10, 20, 0}, {{0, 1, 2}, {1, 0, 5}, {2, 1, 15}}));
  EXPECT_EQ(called.of(0, 0), Amount(Bounded{10, 20}));
  EXPECT_EQ(called.of(1, 0), Amount(Bounded{20, 30}));
}

TEST(Inclusive, KeepsSeveralCyclesApart) {
  const CallGraph graph =
      graph_of({1, 2, 3, 4}, {{0, 1, 9}, {1, 0, 8}, {1, 2, 7}, {2, 3, 7}, {3, 2, 3}});
  const InclusiveCosts costs = costs_of(graph);
  EXPECT_EQ(costs.of_cycle(1, 0), Exact{10});
  EXPECT_EQ(costs.of_cycle(2, 0), Exact{7});
  EXPECT_EQ(costs.of(2, 0), Amount(Bounded{7, 7}));
  EXPECT_EQ(costs.of(3, 0), Amount(Bounded{4, 7}));
}

TEST(Inclusive, ClampsNothingThatTheInputContradicts) {
  // The call claims more than all self costs together.
  const InclusiveCosts costs = costs_of(graph_of({1, 2}, {{0, 1, 500}}));
  EXPECT_EQ(costs.of(0, 0), Amount(Exact{501}));
  EXPECT_EQ(costs.of(1, 0), Amount(Exact{2}));
  // Entered for more than the cycle has: the lower bound stands and lifts the upper.
  const InclusiveCosts cycle =
      costs_of(graph_of({0, 10, 20}, {{0, 1, 1000}, {1, 2, 20}, {2, 1, 1}}));
  EXPECT_EQ(cycle.of_cycle(1, 0), Exact{30});
  EXPECT_EQ(cycle.of(1, 0), Amount(Bounded{1000, 1000}));
  EXPECT_EQ(cycle.of(2, 0), Amount(Bounded{20, 20}));
}

TEST(Inclusive, TellsBothBoundsOfAnyNode) {
  const CallGraph graph = graph_of({10, 20, 7}, {{0, 1, 25}, {1, 0, 5}, {1, 2, 7}});
  const InclusiveCosts costs = costs_of(graph);
  EXPECT_EQ(costs.lower(0, 0), 10);
  EXPECT_EQ(costs.upper(0, 0), 37);
  EXPECT_TRUE(costs.is_exact(2));
  EXPECT_EQ(costs.lower(2, 0), 7);
  EXPECT_EQ(costs.upper(2, 0), 7);
  const InclusiveCosts exact = costs_of(graph_of({3}, {}));
  EXPECT_EQ(exact.upper(0, 0), 3);
}

TEST(Inclusive, IsExactBeyond64Bits) {
  const int128 huge = kUint64Max * 9;
  const CallGraph graph =
      graph_of({huge, huge, 1}, {{0, 1, huge + 5}, {1, 1, huge}, {1, 2, 5}, {2, 0, 3}, {0, 2, 1}});
  const InclusiveCosts costs = costs_of(graph);
  EXPECT_EQ(costs.of_cycle(1, 0), Exact{2 * huge + 1});
  EXPECT_EQ(lower_of(costs.of(0, 0)), huge);
  EXPECT_EQ(costs_of(graph_of({huge, huge}, {{0, 1, huge}})).of(0, 0), Amount(Exact{2 * huge}));
}

TEST(Inclusive, TakesEachEventByItself) {
  CallGraphBuilder builder(2, 2);
  builder.add_self(0, 1, 3);
  builder.add_self(1, 0, 8);
  builder.add_call(0, 1, int64_t{1}, std::vector<int128>{8, 4});
  const CallGraph graph = builder.build();
  const Cycles cycles = find_cycles(graph);
  EXPECT_EQ(inclusive_costs(graph, cycles).of(0, 0), Amount(Exact{8}));
  EXPECT_EQ(inclusive_costs(graph, cycles).of(0, 1), Amount(Exact{7}));
}

/// Random calls among few functions: cycles, recursion, costs below 0 and beyond 64 bits.
CallGraph graph_of_events(uint64_t seed, size_t events) {
  constexpr size_t kNodes = 16;
  std::mt19937_64 random(seed);
  CallGraphBuilder builder(kNodes, events);
  for (size_t step = 0; step < 200; ++step) {
    std::vector<int128> costs(events);
    const int128 cost = static_cast<int64_t>(random() % 100) - (random() % 8 == 0 ? 50 : 0);
    costs[random() % events] = cost * (random() % 9 == 0 ? kUint64Max : 1);
    builder.add_self(random() % kNodes, random() % events, cost);
    if (step % 8 == 0) {
      builder.add_call(random() % kNodes, random() % kNodes, int128{1}, costs);
    }
  }
  return builder.build();
}

/// The same graph with one event alone, which then lies in the first cell.
CallGraph only_event(const CallGraph& graph, size_t event) {
  CallGraphBuilder builder(graph.node_count(), 1);
  for (size_t node = 0; node < graph.node_count(); ++node) {
    builder.add_self(node, 0, graph.self(node, event));
  }
  for (size_t edge = 0; edge < graph.edge_count(); ++edge) {
    builder.add_call(graph.caller(edge), graph.callee(edge), graph.count(edge),
                     std::vector<int128>{graph.inclusive(edge, event)});
  }
  return builder.build();
}

TEST(Inclusive, IsOfManyEventsWhatItIsOfEach) {
  constexpr size_t kEvents = CostRows::kDense + 8;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const CallGraph graph = graph_of_events(seed, kEvents);
    const Cycles cycles = find_cycles(graph);
    const InclusiveCosts all = inclusive_costs(graph, cycles);
    ASSERT_EQ(all.event_count(), kEvents);
    std::vector<std::vector<int128>> visited(graph.node_count(), std::vector<int128>(kEvents));
    all.each_lower([&](size_t node, size_t event, int128 lower) { visited[node][event] += lower; });
    for (size_t event = 0; event < kEvents; ++event) {
      const InclusiveCosts one = costs_of(only_event(graph, event));
      for (size_t node = 0; node < graph.node_count(); ++node) {
        ASSERT_TRUE(all.of(node, event) == one.of(node, 0)) << seed << " " << event << " " << node;
        ASSERT_TRUE(visited[node][event] == one.lower(node, 0)) << seed << " " << event;
      }
      for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
        ASSERT_TRUE(all.of_cycle(cycle, event) == one.of_cycle(cycle, 0)) << seed;
      }
    }
  }
}

TEST(Inclusive, OfAnEmptyGraphIsEmpty) {
  EXPECT_EQ(costs_of(graph_of({}, {})).size(), 0U);
}

constexpr size_t kNodes = 1'000'000;

TEST(Inclusive, AddsUpAMillionCallsDeep) {
  CallGraphBuilder builder(kNodes, 1);
  for (size_t node = 0; node < kNodes; ++node) {
    builder.add_self(node, 0, 1);
    if (node != 0) {
      const auto below = static_cast<int64_t>(kNodes - node);
      builder.add_call(node - 1, node, int64_t{1}, std::vector<int128>{below});
    }
  }
  const InclusiveCosts costs = costs_of(builder.build());
  EXPECT_EQ(costs.of(0, 0), Amount(Exact{kNodes}));
  EXPECT_EQ(costs.of(kNodes - 1, 0), Amount(Exact{1}));
}

TEST(Inclusive, BoundsACycleOfAMillion) {
  // Node 0 is the root; the call back to it costs nothing more than its last self cost.
  CallGraphBuilder builder(kNodes, 1);
  for (size_t node = 0; node < kNodes; ++node) {
    builder.add_self(node, 0, 1);
    const auto below = static_cast<int64_t>(kNodes - node - 1);
    builder.add_call(node, (node + 1) % kNodes, int64_t{1}, std::vector<int128>{below});
  }
  const InclusiveCosts costs = costs_of(builder.build());
  EXPECT_EQ(costs.of_cycle(1, 0), Exact{kNodes});
  EXPECT_EQ(costs.of(0, 0), Amount(Bounded{1, kNodes}));
  EXPECT_EQ(costs.of(kNodes - 1, 0), Amount(Bounded{1, kNodes}));
}

}  // namespace
}  // namespace quern
