// SPDX-License-Identifier: MIT
//
// Call graphs with hidden functions, against what ran: whatever is not marked must be the truth.
#include "quern/analysis/costs/hidden_calls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "quern/analysis/graph/test_support.h"

namespace quern {
namespace {

using CallPair = std::pair<uint32_t, uint32_t>;

/// What moves to whom when a run's activations of hidden functions are not shown.
struct MovedTruth {
  std::vector<int128> self;  ///< by function; one more for hidden roots
  std::map<CallPair, int128> calls, counts;
};

MovedTruth moved_truth(const Execution& run, const HiddenNodes& nodes) {
  const auto not_shown = static_cast<uint32_t>(run.functions);
  MovedTruth truth{std::vector<int128>(run.functions + 1), {}, {}};
  const std::vector<int64_t> below = subtree_costs(run);
  std::vector<uint32_t> shown(run.activations.size());  // who stands for each of them
  for (size_t at = 0; at < run.activations.size(); ++at) {
    const Activation& made = run.activations[at];
    const uint32_t above = made.parent == kRoot ? not_shown : shown[made.parent];
    const bool is_root = made.parent == kRoot;
    const bool is_hidden =
        nodes.hidden[made.function] && !(is_root && nodes.stay_as_roots[made.function]);
    shown[at] = is_hidden ? above : made.function;
    const bool has_moved = nodes.hidden[made.function];
    if (has_moved) {
      truth.self[shown[at]] += made.self;
    }
    const bool parent_moved =
        made.parent != kRoot && nodes.hidden[run.activations[made.parent].function];
    if (!is_hidden && above != not_shown && parent_moved) {
      truth.calls[{above, made.function}] += below[at];
      truth.counts[{above, made.function}] += 1;
    }
  }
  return truth;
}

int128 value_at(const std::map<CallPair, int128>& of, CallPair pair) {
  const auto found = of.find(pair);
  return found == of.end() ? int128{0} : found->second;
}

std::string hiding_fault(const CallGraph& moved, const CallGraph& graph, const HiddenNodes& nodes,
                         const MovedTruth& truth, bool has_free_calls) {
  int128 sum = 0;
  for (size_t node = 0; node < moved.node_count(); ++node) {
    sum += moved.self(node, 0);
    // A hidden function that has nothing is not shown, and so nothing is said of it.
    const bool is_told =
        moved.self(node, 0) != 0 || (node < graph.node_count() && !nodes.hidden[node]);
    if (is_told && !moved.is_self_estimated(node) && moved.self(node, 0) != truth.self[node]) {
      return "a self cost of " + std::to_string(node) + " that is not marked is not the truth";
    }
  }
  for (size_t node = 0; node < graph.node_count(); ++node) {
    sum -= nodes.hidden[node] ? graph.self(node, 0) : 0;
  }
  if (sum != 0) {
    return "what moves does not add up";
  }
  for (uint32_t edge = 0; edge < moved.edge_count(); ++edge) {
    const CallPair pair(moved.caller(edge), moved.callee(edge));
    if (!moved.is_call_estimated(edge) && moved.inclusive(edge, 0) != value_at(truth.calls, pair)) {
      return "a call that is not marked is not the truth";
    }
    // Roots that cost nothing cannot be seen, nor what they called for nothing.
    if (!has_free_calls && !moved.is_count_estimated(edge) &&
        moved.count(edge) != value_at(truth.counts, pair)) {
      return "a count that is not marked is not the truth";
    }
  }
  return {};
}

std::optional<CallGraph> moved_by(const CallGraph& graph, const HiddenNodes& nodes) {
  return moved_costs(graph, nodes, most_hidden_pieces(graph));
}

HiddenNodes random_hidden(std::mt19937_64& random, size_t functions) {
  HiddenNodes nodes{std::vector<bool>(functions), std::vector<bool>(functions)};
  const uint64_t one_in = 2 + random() % 3;
  for (size_t node = 0; node < functions; ++node) {
    nodes.hidden[node] = random() % one_in == 0;
    nodes.stay_as_roots[node] = nodes.hidden[node] && random() % 3 != 0;
  }
  return nodes;
}

TEST(HiddenCalls, WhatIsNotMarkedIsTheTruth) {
  std::mt19937_64 random(20010921);
  size_t exact = 0, marked = 0;
  for (int round = 0; round < 12000; ++round) {
    const Execution run = random_run(random);
    const CallGraph graph = flatten(run);
    const HiddenNodes nodes = random_hidden(random, run.functions);
    const std::optional<CallGraph> moved = moved_by(graph, nodes);
    ASSERT_TRUE(moved);
    const bool has_free_calls =
        std::ranges::any_of(run.activations, [](const Activation& made) { return made.self == 0; });
    ASSERT_EQ(hiding_fault(*moved, graph, nodes, moved_truth(run, nodes), has_free_calls), "")
        << "round " << round;
    for (uint32_t edge = 0; edge < moved->edge_count(); ++edge) {
      (moved->is_call_estimated(edge) ? marked : exact) += 1;
    }
  }
  EXPECT_GT(exact, 300U);
  EXPECT_GT(marked, 300U);
}

/// main calls f (60) and g (30), which both call h: f at 40, g at 20; h spends 30 and calls i (30).
CallGraph common_callee(int64_t scale = 1) {
  CallGraphBuilder builder(5, 1);
  const auto call = [&](size_t caller, size_t callee, int64_t calls, int64_t cost) {
    builder.add_call(caller, callee, calls, std::vector<int128>{cost * scale});
  };
  const std::vector<int128> selfs = {10, 20, 10, 30, 30};
  for (size_t node = 0; node < selfs.size(); ++node) {
    builder.add_self(node, 0, selfs[node] * scale);
  }
  call(0, 1, 2, 60);
  call(0, 2, 1, 30);
  call(1, 3, 4, 40);
  call(2, 3, 5, 20);
  call(3, 4, 9, 30);
  return builder.build();
}

HiddenNodes hide(std::vector<bool> hidden, bool stay = true) {
  std::vector<bool> stays(hidden.size(), stay);
  return {std::move(hidden), std::move(stays)};
}

TEST(HiddenCalls, SplitsAmongSeveralCallers) {
  const CallGraph graph = common_callee();
  const auto moved = moved_by(graph, hide({false, false, false, true, false}));
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->self(1, 0), 20);
  EXPECT_EQ(moved->self(2, 0), 10);
  EXPECT_TRUE(moved->is_self_estimated(1));
  EXPECT_EQ(moved->inclusive(*moved->find(1, 4), 0), 20);
  EXPECT_EQ(moved->count(*moved->find(1, 4)), 4) << "by the number of calls: 9 x 4 of 9";
  EXPECT_EQ(moved->count(*moved->find(2, 4)), 5);
  EXPECT_TRUE(moved->is_call_estimated(*moved->find(2, 4)));
  EXPECT_FALSE(moved->is_self_estimated(0));
}

TEST(HiddenCalls, AreExactUnderOneCaller) {
  const CallGraph graph = common_callee();
  const auto moved = moved_by(graph, hide({false, true, true, true, false}));
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->self(0, 0), 60);
  EXPECT_FALSE(moved->has_estimates()) << "all of them are called by main alone, at once or later";
  EXPECT_EQ(moved->inclusive(*moved->find(0, 4), 0), 30);
  EXPECT_EQ(moved->count(*moved->find(0, 4)), 9);
}

TEST(HiddenCalls, KeepHiddenRootsOrGiveThemToANodeOfTheirOwn) {
  const CallGraph graph = common_callee();
  const auto kept = moved_by(graph, hide({true, false, false, false, false}));
  EXPECT_EQ(kept->self(0, 0), 10);
  EXPECT_EQ(kept->inclusive(*kept->find(0, 1), 0), 60);
  const auto gone = moved_by(graph, hide({true, false, false, false, false}, false));
  EXPECT_EQ(gone->self(0, 0), 0);
  EXPECT_EQ(gone->self(5, 0), 10);
  EXPECT_EQ(gone->edge_count(), 0U) << "f and g are roots then";
}

/// main calls h 3 times and f once, f calls h once; only self costs have the second event.
CallGraph uncarried_event() {
  CallGraphBuilder builder(3, 2);
  const auto self = [&](uint32_t node, int128 first, int128 second) {
    builder.add_self(node, 0, first);
    builder.add_self(node, 1, second);
  };
  self(0, 10, 1);
  self(1, 10, 2);
  self(2, 40, 80);
  const auto call = [&](uint32_t caller, uint32_t callee, int128 count, int128 cost) {
    builder.add_call(caller, callee, count, std::vector<int128>{cost, 0});
  };
  call(0, 1, 1, 20);
  call(0, 2, 3, 30);
  call(1, 2, 1, 10);
  return builder.build();
}

TEST(HiddenCalls, CostsThatCallsDoNotCarryGoToTheCallers) {
  const auto split = moved_by(uncarried_event(), hide({false, false, true}));
  ASSERT_TRUE(split);
  EXPECT_EQ(split->self(2, 1), 0);
  EXPECT_EQ(split->self(0, 1), 60) << "3 of 4 calls";
  EXPECT_EQ(split->self(1, 1), 20);
  EXPECT_TRUE(split->is_self_estimated(0));
  const auto exact = moved_by(uncarried_event(), hide({false, true, true}));
  ASSERT_TRUE(exact);
  EXPECT_EQ(exact->self(0, 1), 82);
  EXPECT_FALSE(exact->has_estimates()) << "main calls all of them";
}

TEST(HiddenCalls, GiveSmallCostsToEachCallerInTurn) {
  constexpr size_t kCallees = 1000;
  CallGraphBuilder builder(3 + kCallees, 1);
  builder.add_call(0, 2, int64_t{1}, std::vector<int128>{750});
  builder.add_call(1, 2, int64_t{1}, std::vector<int128>{250});
  for (size_t at = 3; at < 3 + kCallees; ++at) {
    builder.add_self(at, 0, 1);
    builder.add_call(2, at, int64_t{1}, std::vector<int128>{1});
  }
  std::vector<bool> hidden(3 + kCallees);
  hidden[2] = true;
  const auto moved = moved_by(builder.build(), hide(std::move(hidden)));
  int128 first = 0;
  for (const uint32_t edge : moved->calls_from(0)) {
    first += moved->inclusive(edge, 0);
  }
  EXPECT_EQ(first, 750);
}

TEST(HiddenCalls, GiveEachCallerWhatItsCallsCost) {
  std::mt19937_64 random(21);
  for (int round = 0; round < 500; ++round) {
    // Some callers call one hidden function, which calls others.
    const size_t callers = 1 + random() % 5;
    const size_t callees = 1 + random() % 40;
    const size_t hidden_node = callers + callees;
    CallGraphBuilder builder(hidden_node + 1, 1);
    const auto self = static_cast<int64_t>(random() % 5);
    int64_t left = self;
    builder.add_self(hidden_node, 0, self);
    for (size_t callee = callers; callee < hidden_node; ++callee) {
      const auto cost = static_cast<int64_t>(random() % 4);
      builder.add_self(callee, 0, cost);
      builder.add_call(hidden_node, callee, int64_t{1}, std::vector<int128>{cost});
      left += cost;
    }
    std::vector<int64_t> paid(callers);
    for (size_t caller = 0; caller < callers; ++caller) {
      const bool is_last = caller + 1 == callers;
      paid[caller] =
          is_last ? left : static_cast<int64_t>(random() % static_cast<uint64_t>(left + 1));
      left -= paid[caller];
      builder.add_call(caller, hidden_node, int64_t{1}, std::vector<int128>{paid[caller]});
    }
    std::vector<bool> hidden(hidden_node + 1);
    hidden[hidden_node] = true;
    const auto moved = moved_by(builder.build(), hide(std::move(hidden)));
    ASSERT_TRUE(moved);
    for (size_t caller = 0; caller < callers; ++caller) {
      int128 given = moved->self(caller, 0);
      for (const uint32_t edge : moved->calls_from(caller)) {
        given += moved->inclusive(edge, 0);
        EXPECT_GE(moved->inclusive(edge, 0), 0);
      }
      EXPECT_EQ(given, paid[caller]) << "round " << round;
    }
  }
}

TEST(HiddenCalls, LeaveAGraphAloneWhereNothingIsHidden) {
  const auto moved = moved_costs(common_callee(), hide(std::vector<bool>(5)), 0);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->edge_count(), 0U);
}

TEST(HiddenCalls, GiveUpBeyondALimit) {
  EXPECT_FALSE(moved_costs(common_callee(), hide({false, false, false, true, false}), 3));
}

TEST(HiddenCalls, HoldAChainOfAMillionAndCostsBeyond64Bits) {
  constexpr size_t kDepth = 1'000'000;
  CallGraphBuilder builder(kDepth, 1);
  const int128 huge = int128{1} << 100U;
  builder.add_self(kDepth - 1, 0, huge);
  for (size_t at = 0; at + 1 < kDepth; ++at) {
    builder.add_call(at, at + 1, int128{1}, std::vector<int128>{huge});
  }
  std::vector<bool> hidden(kDepth, true);
  hidden[0] = false;
  const auto moved = moved_by(builder.build(), hide(std::move(hidden)));
  ASSERT_TRUE(moved);
  EXPECT_TRUE(moved->self(0, 0) == huge);
  EXPECT_FALSE(moved->has_estimates());
}

TEST(HiddenCalls, AddUpDespiteCostsBelowZeroAndContradictions) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 4000; ++round) {
    const size_t size = 1 + random() % 7;
    CallGraphBuilder builder(size, 1);
    const auto cost = [&random] { return static_cast<int64_t>(random() % 200) - 60; };
    for (size_t node = 0; node < size; ++node) {
      builder.add_self(node, 0, cost());
    }
    for (size_t left = random() % 16; left != 0; --left) {
      builder.add_call(random() % size, random() % size, int64_t{3}, std::vector<int128>{cost()});
    }
    const CallGraph graph = builder.build();
    const HiddenNodes nodes = random_hidden(random, size);
    const auto moved = moved_by(graph, nodes);
    ASSERT_TRUE(moved);
    int128 sum = 0;
    for (size_t node = 0; node <= size; ++node) {
      sum += moved->self(node, 0);
      sum -= node < size && nodes.hidden[node] ? graph.self(node, 0) : 0;
    }
    ASSERT_TRUE(sum == 0) << round;
  }
}

}  // namespace
}  // namespace quern
