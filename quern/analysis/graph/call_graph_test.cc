// SPDX-License-Identifier: MIT
#include "quern/analysis/graph/call_graph.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <tuple>
#include <utility>

namespace quern {
namespace {

using Costs = std::vector<int128>;
using Wide = std::vector<int128>;

TEST(CallGraph, FoldsCallsOfOnePair) {
  CallGraphBuilder builder(3, 2);
  builder.add_call(2, 0, int64_t{1}, Costs{10, 20});
  builder.add_call(0, 1, int64_t{2}, Costs{1, 2});
  builder.add_call(2, 0, int64_t{3}, Costs{30});
  const CallGraph graph = builder.build();
  ASSERT_EQ(graph.edge_count(), 2U);
  const uint32_t edge = graph.find(2, 0).value();
  EXPECT_EQ(graph.count(edge), 4);
  EXPECT_EQ(graph.inclusive(edge, 0), 40);
  EXPECT_EQ(graph.inclusive(edge, 1), 20);
}

TEST(CallGraph, ListsCallsInOrderFromBothEnds) {
  CallGraphBuilder builder(4, 0);
  for (const auto& [caller, callee] :
       {std::pair{3, 1}, {0, 3}, {3, 3}, {0, 1}, {2, 1}, {0, 2}, {3, 0}}) {
    builder.add_call(static_cast<size_t>(caller), static_cast<size_t>(callee), int64_t{1}, Costs{});
  }
  const CallGraph graph = builder.build();
  std::vector<uint32_t> callees;
  for (const uint32_t edge : graph.calls_from(0)) {
    EXPECT_EQ(graph.caller(edge), 0U);
    callees.push_back(graph.callee(edge));
  }
  EXPECT_EQ(callees, (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_TRUE(graph.calls_from(1).empty());
  std::vector<uint32_t> callers;
  for (const uint32_t edge : graph.calls_to(1)) {
    EXPECT_EQ(graph.callee(edge), 1U);
    callers.push_back(graph.caller(edge));
  }
  EXPECT_EQ(callers, (std::vector<uint32_t>{0, 2, 3}));
}

TEST(CallGraph, FindsOnlyWhatIsThere) {
  CallGraphBuilder builder(3, 0);
  builder.add_call(0, 2, int64_t{1}, Costs{});
  const CallGraph graph = builder.build();
  EXPECT_TRUE(graph.find(0, 2));
  EXPECT_FALSE(graph.find(0, 1));
  EXPECT_FALSE(graph.find(2, 0));
  EXPECT_FALSE(graph.find(1, 2));
}

TEST(CallGraph, AddsUpSelfCosts) {
  CallGraphBuilder builder(2, 2);
  builder.add_self(1, 0, 5);
  builder.add_self(1, 1, kUint64Max);
  builder.add_self(1, 1, kUint64Max);
  builder.add_self(1, 0, -7);
  const CallGraph graph = builder.build();
  EXPECT_EQ(graph.self(1, 0), -2);
  EXPECT_EQ(graph.self(1, 1), 2 * kUint64Max);
  EXPECT_EQ(graph.self(0, 1), 0);
}

TEST(CallGraph, IsExactBeyond64Bits) {
  CallGraphBuilder builder(2, 1);
  for (int times = 0; times < 5; ++times) {
    builder.add_call(0, 1, int64_t{INT64_MAX}, Costs{INT64_MIN});
  }
  builder.add_call(0, 1, kUint64Max, Wide{kUint64Max * 8});
  builder.add_call(1, 0, int64_t{1}, Costs{1});
  const CallGraph graph = builder.build();
  EXPECT_EQ(graph.count(*graph.find(0, 1)), kInt64Max * 5 + kUint64Max);
  EXPECT_EQ(graph.inclusive(*graph.find(0, 1), 0), kInt64Min * 5 + kUint64Max * 8);
  EXPECT_EQ(graph.inclusive(*graph.find(1, 0), 0), 1);
}

TEST(CallGraph, KeepsEventsBeyondTheDenseCells) {
  constexpr size_t kEvents = CostRows::kDense + 5;
  CallGraphBuilder builder(2, kEvents);
  Costs costs(kEvents);
  for (size_t event = 0; event < kEvents; ++event) {
    costs[event] = static_cast<int64_t>(event) * 3 + 1;
  }
  builder.add_call(0, 1, int64_t{1}, costs);
  builder.add_call(0, 1, int64_t{1}, costs);
  const CallGraph graph = builder.build();
  for (size_t event = 0; event < kEvents; ++event) {
    EXPECT_EQ(graph.inclusive(0, event), 2 * (static_cast<int64_t>(event) * 3 + 1)) << event;
  }
}

TEST(CallGraph, HasNoEdgesWithoutCalls) {
  const CallGraph empty = CallGraphBuilder(0, 1).build();
  EXPECT_EQ(empty.node_count(), 0U);
  EXPECT_EQ(empty.edge_count(), 0U);
  const CallGraph lonely = CallGraphBuilder(2, 1).build();
  EXPECT_EQ(lonely.node_count(), 2U);
  EXPECT_TRUE(lonely.calls_from(1).empty());
  EXPECT_TRUE(lonely.calls_to(1).empty());
}

TEST(CallGraph, TakesMillionsOfCallsOfFewPairs) {
  // Passes the point where calls are folded while more come, twice.
  constexpr int64_t kCalls = 2'500'000;
  CallGraphBuilder builder(3, 1);
  const Costs cost = {int64_t{1} << 43};
  for (int64_t call = 0; call < kCalls; ++call) {
    builder.add_call(static_cast<size_t>(call % 2), 2, int64_t{1}, cost);
  }
  builder.add_call(0, 2, int128{1}, Wide{kUint64Max});
  const CallGraph graph = builder.build();
  ASSERT_EQ(graph.edge_count(), 2U);
  EXPECT_EQ(graph.count(0), kCalls / 2 + 1);
  EXPECT_EQ(graph.inclusive(0, 0), int128{kCalls / 2} * cost[0] + kUint64Max);
  EXPECT_EQ(graph.inclusive(1, 0), int128{kCalls / 2} * cost[0]);
}

TEST(CallGraph, ExpectedCallsAreExactBeyond64Bits) {
  CallGraphBuilder builder(3, 1);
  builder.expect(std::vector<uint32_t>{4, 0, 2});
  builder.add_call(2, 1, int64_t{1}, Costs{7});
  builder.add_call(0, 2, int64_t{INT64_MAX}, Costs{INT64_MIN});
  builder.add_call(0, 1, int64_t{1}, Costs{5});
  builder.add_call(0, 2, int64_t{INT64_MAX}, Costs{INT64_MIN});
  builder.add_call(0, 2, kUint64Max, Wide{kUint64Max * 8});
  builder.add_call(2, 1, int64_t{2}, Costs{-9});
  const CallGraph graph = builder.build();
  ASSERT_EQ(graph.edge_count(), 3U);
  EXPECT_EQ(graph.count(*graph.find(0, 2)), kInt64Max * 2 + kUint64Max);
  EXPECT_EQ(graph.inclusive(*graph.find(0, 2), 0), kInt64Min * 2 + kUint64Max * 8);
  EXPECT_EQ(graph.inclusive(*graph.find(0, 1), 0), 5);
  EXPECT_EQ(graph.count(*graph.find(2, 1)), 3);
  EXPECT_EQ(graph.inclusive(*graph.find(2, 1), 0), -2);
  EXPECT_EQ(graph.calls(2), kInt64Max * 2 + kUint64Max);
}

TEST(CallGraph, EqualsAMapOfPairs) {
  EXPECT_TRUE(rc::check("calls in any order fold into sorted pairs", [] {
    using Call = std::tuple<uint8_t, uint8_t, uint8_t, int64_t>;
    const auto calls = *rc::gen::arbitrary<std::vector<Call>>();
    std::map<std::pair<uint32_t, uint32_t>, std::pair<int128, int128>> expected;
    CallGraphBuilder builder(8, 1);
    if (*rc::gen::arbitrary<bool>()) {
      std::vector<uint32_t> counts(8);
      for (const Call& call : calls) {
        ++counts[std::get<0>(call) % 8U];
      }
      builder.expect(counts);
    }
    for (const auto& [from, to, count, cost] : calls) {
      const std::pair<uint32_t, uint32_t> key(from % 8U, to % 8U);
      expected[key].first += count;
      expected[key].second += cost;
      builder.add_call(key.first, key.second, int64_t{count}, Costs{cost});
    }
    const CallGraph graph = builder.build();
    RC_ASSERT(graph.edge_count() == expected.size());
    uint32_t edge = 0;
    for (const auto& [key, sums] : expected) {
      RC_ASSERT(graph.caller(edge) == key.first && graph.callee(edge) == key.second);
      RC_ASSERT(graph.count(edge) == sums.first && graph.inclusive(edge, 0) == sums.second);
      ++edge;
    }
    size_t reached = 0;
    for (size_t node = 0; node < graph.node_count(); ++node) {
      for (const uint32_t in : graph.calls_to(node)) {
        RC_ASSERT(graph.callee(in) == node);
        ++reached;
      }
    }
    RC_ASSERT(reached == expected.size());
  }));
}

}  // namespace
}  // namespace quern
