// SPDX-License-Identifier: MIT
//
// What is left of call graphs, against what ran: whatever is not marked must be the truth.
#include "quern/analysis/costs/apportion.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "quern/analysis/graph/test_support.h"

namespace quern {
namespace {

using Chosen = std::vector<bool>;

/// What a choice of stacks leaves of a run.
struct Truth {
  std::vector<int128> self;   ///< by function
  std::vector<int128> calls;  ///< by edge: inclusive
  std::vector<int128> counts;
  int128 total = 0;
};

Truth truth_of(const Execution& run, const CallGraph& graph, StacksKept which,
               const Chosen& chosen) {
  const size_t size = run.activations.size();
  std::vector<bool> through(size);
  std::vector<int128> kept(size);
  for (size_t at = 0; at < size; ++at) {
    const Activation& made = run.activations[at];
    through[at] = chosen[made.function] || (made.parent != kRoot && through[made.parent]);
    kept[at] = through[at] == (which != StacksKept::kOutside) ? made.self : 0;
  }
  Truth truth{std::vector<int128>(run.functions), std::vector<int128>(graph.edge_count()),
              std::vector<int128>(graph.edge_count())};
  for (size_t at = 0; at < size; ++at) {
    truth.self[run.activations[at].function] += kept[at];
    truth.total += kept[at];
  }
  for (size_t at = size; at-- != 0;) {
    const Activation& made = run.activations[at];
    if (made.parent == kRoot) {
      continue;
    }
    const uint32_t edge = *graph.find(run.activations[made.parent].function, made.function);
    if (which != StacksKept::kFrom || through[made.parent]) {
      truth.calls[edge] += kept[at];
      truth.counts[edge] += kept[at] != 0 ? 1 : 0;
    }
    kept[made.parent] += kept[at];
  }
  return truth;
}

bool is_between(int128 cost, int128 whole) {
  return cost >= 0 && cost <= whole;
}

int128 total_of(const KeptCosts& kept, const CallGraph& graph) {
  int128 total = 0;
  for (size_t node = 0; node < graph.node_count(); ++node) {
    total += kept.self(node, 0);
  }
  return total;
}

/// What is wrong with what was kept; empty if nothing.
std::string split_fault(const KeptCosts& kept, const CallGraph& graph, const Truth& truth) {
  for (size_t node = 0; node < graph.node_count(); ++node) {
    if (!is_between(kept.self(node, 0), graph.self(node, 0))) {
      return "a self cost is out of its range";
    }
    if (!kept.is_self_estimated(node) && kept.self(node, 0) != truth.self[node]) {
      return "a self cost that is not marked is not the truth";
    }
  }
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    if (!is_between(kept.inclusive(edge, 0), graph.inclusive(edge, 0)) ||
        !is_between(kept.count(edge), graph.count(edge))) {
      return "a call is out of its range";
    }
    if (!kept.is_call_estimated(edge) && kept.inclusive(edge, 0) != truth.calls[edge]) {
      return "a call that is not marked is not the truth";
    }
  }
  if (!kept.is_total_estimated() && total_of(kept, graph) != truth.total) {
    return "a total that is not marked is not the truth";
  }
  return {};
}

Chosen random_choice(std::mt19937_64& random, size_t functions) {
  Chosen chosen(functions);
  for (size_t function = 0; function < functions; ++function) {
    chosen[function] = random() % 4 == 0;
  }
  return chosen;
}

constexpr std::array kEach = {StacksKept::kThrough, StacksKept::kOutside, StacksKept::kFrom};

TEST(Apportion, WhatIsNotMarkedIsTheTruth) {
  std::mt19937_64 random(20050607);
  size_t exact = 0, marked = 0, split = 0;
  for (int round = 0; round < 12000; ++round) {
    const Execution run = random_run(random);
    const CallGraph graph = flatten(run);
    const Chosen chosen = random_choice(random, run.functions);
    for (const StacksKept which : kEach) {
      KeptCosts kept(graph);
      kept.keep(which, chosen);
      ASSERT_EQ(split_fault(kept, graph, truth_of(run, graph, which, chosen)), "")
          << "round " << round << " choice " << static_cast<int>(which);
      for (size_t node = 0; node < graph.node_count(); ++node) {
        const int128 self = kept.self(node, 0);
        (kept.is_self_estimated(node) ? marked : exact) += 1;
        split +=
            !kept.is_self_estimated(node) && self != 0 && self != graph.self(node, 0) ? 1U : 0U;
      }
    }
  }
  for (const size_t count : {exact, marked, split}) {
    EXPECT_GT(count, 300U);
  }
}

TEST(Apportion, WhatIsKeptAndWhatIsLeftOutAddUp) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 6000; ++round) {
    const Execution run = random_run(random);
    const CallGraph graph = flatten(run);
    const Chosen chosen = random_choice(random, run.functions);
    KeptCosts through(graph), outside(graph), from(graph);
    through.keep(StacksKept::kThrough, chosen);
    outside.keep(StacksKept::kOutside, chosen);
    from.keep(StacksKept::kFrom, chosen);
    for (size_t node = 0; node < graph.node_count(); ++node) {
      ASSERT_TRUE(through.self(node, 0) + outside.self(node, 0) == graph.self(node, 0));
      ASSERT_TRUE(through.self(node, 0) == from.self(node, 0));
    }
    for (size_t edge = 0; edge < graph.edge_count(); ++edge) {
      ASSERT_TRUE(through.inclusive(edge, 0) + outside.inclusive(edge, 0) ==
                  graph.inclusive(edge, 0));
    }
  }
}

/// A run in which each function has one caller and no recursion.
Execution random_tree(std::mt19937_64& random) {
  Execution run;
  run.functions = 1 + random() % 14;
  std::vector<size_t> callers(run.functions);
  std::vector<std::vector<size_t>> made(run.functions);
  for (uint32_t function = 0; function < run.functions; ++function) {
    const size_t caller = function == 0 ? 0 : random() % function;
    for (size_t left = 1 + random() % 2; left != 0; --left) {
      const size_t parent = function == 0 ? kRoot : made[caller][random() % made[caller].size()];
      made[function].push_back(run.activations.size());
      run.activations.push_back({parent, function, static_cast<int64_t>(1 + random() % 90)});
    }
  }
  return run;
}

TEST(Apportion, IsExactWhereEachFunctionHasOneCaller) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 4000; ++round) {
    const Execution run = random_tree(random);
    const CallGraph graph = flatten(run);
    const Chosen chosen = random_choice(random, run.functions);
    for (const StacksKept which : kEach) {
      KeptCosts kept(graph);
      kept.keep(which, chosen);
      const Truth truth = truth_of(run, graph, which, chosen);
      ASSERT_EQ(split_fault(kept, graph, truth), "") << round;
      ASSERT_FALSE(kept.is_total_estimated());
      for (size_t node = 0; node < graph.node_count(); ++node) {
        ASSERT_FALSE(kept.is_self_estimated(node)) << round;
      }
      for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
        ASSERT_FALSE(kept.is_call_estimated(edge)) << round;
      }
    }
  }
}

TEST(Apportion, ChoicesAfterEachOtherStayTrue) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 6000; ++round) {
    const Execution run = random_run(random);
    const CallGraph graph = flatten(run);
    const Chosen focus = random_choice(random, run.functions);
    const Chosen ignore = random_choice(random, run.functions);
    KeptCosts kept(graph);
    kept.keep(StacksKept::kThrough, focus);
    kept.keep(StacksKept::kOutside, ignore);
    // The run itself, without the stacks that are left out.
    Execution rest = run;
    std::vector<bool> through(run.activations.size()), outside(run.activations.size());
    for (size_t at = 0; at < run.activations.size(); ++at) {
      Activation& made = rest.activations[at];
      const bool is_root = made.parent == kRoot;
      through[at] = focus[made.function] || (!is_root && through[made.parent]);
      outside[at] = !ignore[made.function] && (is_root || outside[made.parent]);
      made.self = through[at] && outside[at] ? made.self : 0;
    }
    const Chosen all(run.functions, true);
    ASSERT_EQ(split_fault(kept, graph, truth_of(rest, graph, StacksKept::kThrough, all)), "")
        << round;
  }
}

TEST(Apportion, EstimatesComeNearTheTruth) {
  // Costs that do not depend on who calls: estimates are then right but for chance.
  std::mt19937_64 random(5);
  double off = 0, all = 0;
  for (int round = 0; round < 300; ++round) {
    Execution run;
    run.functions = 12;
    run.activations.push_back({kRoot, 0, 10});
    for (size_t at = 1; at < 600; ++at) {
      size_t parent = random() % at;
      while (run.activations[parent].function == 11) {
        parent = random() % at;
      }
      const uint32_t below = run.activations[parent].function + 1;
      const auto function = static_cast<uint32_t>(below + random() % (run.functions - below));
      run.activations.push_back({parent, function, 10});
    }
    const CallGraph graph = flatten(run);
    Chosen chosen(run.functions);
    chosen[4] = true;
    KeptCosts kept(graph);
    kept.keep(StacksKept::kThrough, chosen);
    const Truth truth = truth_of(run, graph, StacksKept::kThrough, chosen);
    EXPECT_FALSE(kept.is_total_estimated());
    for (size_t node = 0; node < graph.node_count(); ++node) {
      off += std::abs(static_cast<double>(kept.self(node, 0) - truth.self[node]));
      all += static_cast<double>(truth.self[node]);
    }
  }
  EXPECT_GT(all, 100'000);
  EXPECT_LT(off / all, 0.3);
}

/// main spends 10 and calls f (60) and g (30), which both call h: f at 40, g at 20.
CallGraph shared_callee(int64_t scale = 1, size_t events = 1, size_t event = 0) {
  CallGraphBuilder builder(4, events);
  const auto call = [&](size_t caller, size_t callee, int64_t calls, int64_t cost) {
    std::vector<int128> costs(event + 1);
    costs[event] = cost * scale;
    builder.add_call(caller, callee, calls, costs);
  };
  const std::array<int64_t, 4> selfs = {10, 20, 10, 60};
  for (size_t node = 0; node < selfs.size(); ++node) {
    builder.add_self(node, event, selfs[node] * scale);
  }
  call(0, 1, 2, 60);
  call(0, 2, 1, 30);
  call(1, 3, 4, 40);
  call(2, 3, 5, 20);
  return builder.build();
}

TEST(Apportion, TakesWhatGoesThroughAFunction) {
  const CallGraph graph = shared_callee();
  KeptCosts kept(graph);
  kept.keep(StacksKept::kThrough, {false, true, false, false});
  EXPECT_EQ(kept.self(0, 0), 0);
  EXPECT_EQ(kept.self(1, 0), 20);
  EXPECT_EQ(kept.self(2, 0), 0);
  EXPECT_EQ(kept.self(3, 0), 40) << "h spends in one way: there is nothing to split";
  EXPECT_FALSE(kept.is_self_estimated(3));
  EXPECT_EQ(kept.inclusive(*graph.find(0, 1), 0), 60);
  EXPECT_FALSE(kept.is_call_left(*graph.find(2, 3)));
  EXPECT_FALSE(kept.is_left(2));
  EXPECT_TRUE(kept.is_left(0));
  EXPECT_FALSE(kept.is_whole(3));
  EXPECT_TRUE(kept.is_whole(1));
}

TEST(Apportion, KeepsEventsBeyondThoseInPlace) {
  for (const size_t event : {size_t{0}, size_t{30}, size_t{31}, size_t{32}, size_t{77}}) {
    const CallGraph graph = shared_callee(1, 80, event);
    KeptCosts kept(graph);
    kept.keep(StacksKept::kOutside, {false, true, false, false});
    EXPECT_EQ(kept.self(0, event), 10) << event;
    EXPECT_EQ(kept.self(1, event), 0) << event;
    EXPECT_EQ(kept.self(3, event), 20) << event;
    EXPECT_EQ(kept.inclusive(*graph.find(2, 3), event), 20) << event;
  }
}

TEST(Apportion, ChoosesCallsWithoutCostByTheirCaller) {
  CallGraphBuilder builder(3, 1);
  builder.add_self(0, 0, 5);
  builder.add_call(0, 1, int64_t{7}, std::vector<int128>{0});
  builder.add_call(1, 2, int64_t{8}, std::vector<int128>{0});
  const CallGraph graph = builder.build();
  KeptCosts through(graph);
  through.keep(StacksKept::kThrough, {false, true, false});
  EXPECT_EQ(through.count(0), 7);
  EXPECT_EQ(through.count(1), 8);
  KeptCosts from(graph);
  from.keep(StacksKept::kFrom, {false, true, false});
  EXPECT_EQ(from.count(0), 0);
  EXPECT_EQ(from.count(1), 8);
  KeptCosts outside(graph);
  outside.keep(StacksKept::kOutside, {false, true, false});
  EXPECT_EQ(outside.count(0), 0);
  EXPECT_EQ(outside.count(1), 0);
}

TEST(Apportion, StaysWithinCostsBelowZeroAndContradictions) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 4000; ++round) {
    const size_t nodes = 1 + random() % 7;
    CallGraphBuilder builder(nodes, 1);
    const auto cost = [&random] { return static_cast<int64_t>(random() % 200) - 60; };
    for (size_t node = 0; node < nodes; ++node) {
      builder.add_self(node, 0, cost());
    }
    for (size_t left = random() % 16; left != 0; --left) {
      builder.add_call(random() % nodes, random() % nodes, int64_t{3}, std::vector<int128>{cost()});
    }
    const CallGraph graph = builder.build();
    const Chosen chosen = random_choice(random, nodes);
    for (const StacksKept which : kEach) {
      KeptCosts kept(graph);
      kept.keep(which, chosen);
      const auto is_within = [](int128 part, int128 whole) {
        return whole < 0 ? part <= 0 && part >= whole : is_between(part, whole);
      };
      for (size_t node = 0; node < nodes; ++node) {
        ASSERT_TRUE(is_within(kept.self(node, 0), graph.self(node, 0))) << round;
      }
      for (size_t edge = 0; edge < graph.edge_count(); ++edge) {
        ASSERT_TRUE(is_within(kept.inclusive(edge, 0), graph.inclusive(edge, 0))) << round;
      }
    }
  }
}

TEST(Apportion, EstimatesOfTheGraphStayEstimates) {
  CallGraphBuilder builder(3, 1);
  builder.add_self(1, 0, 40);
  builder.add_call(0, 1, 2, std::vector<int128>{60});
  builder.add_call(1, 2, 3, std::vector<int128>{20});
  builder.add_self(2, 0, 20);
  builder.estimate_self(1);
  builder.estimate_call(0, 1, true, true);
  const CallGraph graph = builder.build();
  KeptCosts kept(graph);
  EXPECT_FALSE(kept.is_self_estimated(2));
  EXPECT_FALSE(kept.is_call_estimated(*graph.find(1, 2)));
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(kept.is_self_estimated(1));
    EXPECT_TRUE(kept.is_call_estimated(*graph.find(0, 1)));
    EXPECT_TRUE(kept.is_count_estimated(*graph.find(0, 1)));
    kept.keep(StacksKept::kThrough, {true, false, false});  // all stacks have it
  }
}

TEST(Apportion, HoldsAChainOfAMillionAndCostsBeyond64Bits) {
  constexpr size_t kDepth = 1'000'000;
  CallGraphBuilder builder(kDepth, 1);
  const int128 huge = int128{1} << 100U;
  builder.add_self(kDepth - 1, 0, huge);
  for (size_t at = 0; at + 1 < kDepth; ++at) {
    builder.add_call(at, at + 1, int128{1}, std::vector<int128>{huge});
  }
  const CallGraph graph = builder.build();
  Chosen chosen(kDepth);
  chosen[kDepth / 2] = true;
  KeptCosts kept(graph);
  kept.keep(StacksKept::kFrom, chosen);
  EXPECT_TRUE(kept.self(kDepth - 1, 0) == huge);
  EXPECT_TRUE(kept.inclusive(0, 0) == 0);
  EXPECT_FALSE(kept.is_self_estimated(kDepth - 1));
}

}  // namespace
}  // namespace quern
