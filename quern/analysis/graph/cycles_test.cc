// SPDX-License-Identifier: MIT
#include "quern/analysis/graph/cycles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

namespace quern {
namespace {

using Pairs = std::vector<std::pair<size_t, size_t>>;
using Nodes = std::vector<uint32_t>;

CallGraph called(size_t nodes, const Pairs& calls) {
  CallGraphBuilder builder(nodes, 0);
  for (const auto& [caller, callee] : calls) {
    builder.add_call(caller, callee, int64_t{1}, std::vector<int128>{});
  }
  return builder.build();
}

Nodes members(const Cycles& cycles, uint32_t cycle) {
  const auto nodes = cycles.members(cycle);
  return {nodes.begin(), nodes.end()};
}

TEST(Cycles, HasNoneInAChain) {
  const Cycles cycles = find_cycles(called(3, {{0, 1}, {1, 2}, {0, 2}}));
  EXPECT_EQ(cycles.cycle_count(), 0U);
  EXPECT_EQ(cycles.component_count(), 3U);
  for (size_t node = 0; node < 3; ++node) {
    EXPECT_EQ(cycles.cycle(node), Cycles::kNone);
    EXPECT_FALSE(cycles.is_mutual(node));
  }
}

TEST(Cycles, TakesANodeThatCallsItselfForOne) {
  const Cycles cycles = find_cycles(called(3, {{0, 1}, {1, 1}, {1, 2}}));
  ASSERT_EQ(cycles.cycle_count(), 1U);
  EXPECT_EQ(members(cycles, 1), (Nodes{1}));
  EXPECT_FALSE(cycles.is_mutual(1));
}

TEST(Cycles, FindsMutualRecursion) {
  const Cycles cycles = find_cycles(called(5, {{0, 3}, {3, 1}, {1, 4}, {4, 3}, {4, 2}}));
  ASSERT_EQ(cycles.cycle_count(), 1U);
  EXPECT_EQ(members(cycles, 1), (Nodes{1, 3, 4}));
  EXPECT_TRUE(cycles.is_mutual(4));
  EXPECT_EQ(cycles.component(1), cycles.component(4));
  EXPECT_NE(cycles.component(1), cycles.component(2));
}

TEST(Cycles, CountFromOneByTheirSmallestMember) {
  const Cycles cycles =
      find_cycles(called(7, {{6, 1}, {1, 6}, {0, 6}, {6, 2}, {2, 2}, {2, 5}, {5, 4}, {4, 5}}));
  ASSERT_EQ(cycles.cycle_count(), 3U);
  EXPECT_EQ(members(cycles, 1), (Nodes{1, 6}));
  EXPECT_EQ(members(cycles, 2), (Nodes{2}));
  EXPECT_EQ(members(cycles, 3), (Nodes{4, 5}));
}

TEST(Cycles, KeepsComponentsApartThatMeetOnlyOneWay) {
  const Cycles cycles = find_cycles(called(4, {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 2}}));
  EXPECT_EQ(cycles.component_count(), 2U);
  EXPECT_EQ(cycles.cycle_count(), 2U);
}

TEST(Cycles, OfAnEmptyGraphAreNone) {
  const Cycles cycles = find_cycles(called(0, {}));
  EXPECT_EQ(cycles.component_count(), 0U);
  EXPECT_EQ(cycles.cycle_count(), 0U);
}

/// The slow way: two nodes share a component if each reaches the other.
std::vector<std::vector<bool>> reach(size_t nodes, const Pairs& calls) {
  std::vector<std::vector<bool>> reaches(nodes, std::vector<bool>(nodes));
  for (const auto& [caller, callee] : calls) {
    reaches[caller][callee] = true;
  }
  for (size_t via = 0; via < nodes; ++via) {
    for (size_t from = 0; from < nodes; ++from) {
      for (size_t to = 0; to < nodes; ++to) {
        reaches[from][to] = reaches[from][to] || (reaches[from][via] && reaches[via][to]);
      }
    }
  }
  return reaches;
}

TEST(Cycles, EqualMutualReachability) {
  std::mt19937_64 random(20240607);
  for (int round = 0; round < 3000; ++round) {
    const size_t nodes = 1 + random() % 12;
    Pairs calls;
    for (size_t left = random() % (2 * nodes); left != 0; --left) {
      calls.emplace_back(random() % nodes, random() % nodes);
    }
    const CallGraph graph = called(nodes, calls);
    const Cycles cycles = find_cycles(graph);
    const auto reaches = reach(nodes, calls);
    for (size_t one = 0; one < nodes; ++one) {
      EXPECT_LT(cycles.component(one), cycles.component_count());
      EXPECT_EQ(cycles.cycle(one) != Cycles::kNone, reaches[one][one]);
      for (size_t other = 0; other < nodes; ++other) {
        const bool together = one == other || (reaches[one][other] && reaches[other][one]);
        ASSERT_EQ(cycles.component(one) == cycles.component(other), together);
        if (reaches[one][other] && !together) {
          ASSERT_GT(cycles.component(one), cycles.component(other));
        }
      }
    }
    uint32_t smallest = 0;
    for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
      const Nodes nodes_of = members(cycles, cycle);
      ASSERT_TRUE(std::ranges::is_sorted(nodes_of));
      ASSERT_TRUE(cycle == 1 || smallest < nodes_of.front());
      smallest = nodes_of.front();
      for (const uint32_t node : nodes_of) {
        ASSERT_EQ(cycles.cycle(node), cycle);
      }
    }
  }
}

constexpr size_t kMillion = 1'000'000;

TEST(Cycles, GoesAMillionCallsDeep) {
  CallGraphBuilder builder(kMillion, 0);
  for (size_t node = 1; node < kMillion; ++node) {
    builder.add_call(node - 1, node, int64_t{1}, std::vector<int128>{});
  }
  const Cycles cycles = find_cycles(builder.build());
  EXPECT_EQ(cycles.component_count(), kMillion);
  EXPECT_EQ(cycles.component(0), kMillion - 1);
  EXPECT_EQ(cycles.cycle_count(), 0U);
}

TEST(Cycles, ClosesACycleOfAMillion) {
  CallGraphBuilder builder(kMillion, 0);
  for (size_t node = 0; node < kMillion; ++node) {
    builder.add_call(node, (node + 1) % kMillion, int64_t{1}, std::vector<int128>{});
  }
  const Cycles cycles = find_cycles(builder.build());
  EXPECT_EQ(cycles.component_count(), 1U);
  ASSERT_EQ(cycles.cycle_count(), 1U);
  EXPECT_EQ(cycles.members(1).size(), kMillion);
}

}  // namespace
}  // namespace quern
