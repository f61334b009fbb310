// SPDX-License-Identifier: MIT
//
// Random runs of programs as call trees, flattened into what a profiler records of them: the truth
// about each function, counted on the tree, must lie within what the graph alone tells.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/analysis/graph/test_support.h"

namespace quern {
namespace {

/// The truth: what ran while at least one of the wanted functions was on the stack.
int128 true_cost(const Execution& run, const std::function<bool(uint32_t)>& is_wanted) {
  std::vector<bool> within(run.activations.size());
  int128 cost = 0;
  for (size_t at = 0; at < within.size(); ++at) {
    const Activation& made = run.activations[at];
    within[at] = is_wanted(made.function) || (made.parent != kRoot && within[made.parent]);
    cost += within[at] ? made.self : 0;
  }
  return cost;
}

/// What is wrong with the graph's answer for this run; empty if nothing.
std::string inclusive_fault(const Execution& run) {
  const CallGraph graph = flatten(run);
  const Cycles cycles = find_cycles(graph);
  const InclusiveCosts costs = inclusive_costs(graph, cycles);
  for (uint32_t function = 0; function < run.functions; ++function) {
    const int128 truth = true_cost(run, [=](uint32_t other) { return other == function; });
    const Amount amount = costs.of(function, 0);
    if (truth < lower_of(amount) || truth > upper_of(amount)) {
      return "the truth is out of bounds";
    }
    const bool is_exact = certainty_of(amount) == Certainty::kExact;
    if (is_exact == cycles.is_mutual(function)) {
      return "exact is claimed of the wrong functions";
    }
    if (is_exact && truth != lower_of(amount)) {
      return "an exact cost is not the truth";
    }
  }
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    const int128 truth =
        true_cost(run, [&](uint32_t function) { return cycles.cycle(function) == cycle; });
    if (costs.of_cycle(cycle, 0) != Exact{truth}) {
      return "the cycle as a whole is not the truth";
    }
  }
  return {};
}

Execution contracted(Execution run, const std::vector<uint32_t>& group_of, size_t groups) {
  run.functions = groups;
  for (Activation& made : run.activations) {
    made.function = group_of[made.function];
  }
  return run;
}

/// A graph of functions whose nodes are merged, as profile_graph does it for groups.
CallGraph contracted(const CallGraph& graph, const std::vector<uint32_t>& group_of, size_t groups) {
  CallGraphBuilder builder(groups, 1);
  for (size_t node = 0; node < graph.node_count(); ++node) {
    builder.add_self(group_of[node], 0, graph.self(node, 0));
  }
  for (size_t edge = 0; edge < graph.edge_count(); ++edge) {
    builder.add_call(group_of[graph.caller(edge)], group_of[graph.callee(edge)], graph.count(edge),
                     std::vector<int128>{graph.inclusive(edge, 0)});
  }
  return builder.build();
}

bool are_equal(const CallGraph& one, const CallGraph& other) {
  bool equal = one.node_count() == other.node_count() && one.edge_count() == other.edge_count();
  for (size_t node = 0; equal && node < one.node_count(); ++node) {
    equal = one.self(node, 0) == other.self(node, 0);
  }
  for (size_t edge = 0; equal && edge < one.edge_count(); ++edge) {
    equal = one.caller(edge) == other.caller(edge) && one.callee(edge) == other.callee(edge) &&
            one.count(edge) == other.count(edge) &&
            one.inclusive(edge, 0) == other.inclusive(edge, 0);
  }
  return equal;
}

TEST(InclusiveProperty, EnclosesTheTruthOfRandomRuns) {
  std::mt19937_64 random(20050607);
  for (int round = 0; round < 12000; ++round) {
    ASSERT_EQ(inclusive_fault(random_run(random)), "") << "round " << round;
  }
}

TEST(InclusiveProperty, EnclosesTheTruthOfGroups) {
  std::mt19937_64 random(19970601);
  for (int round = 0; round < 12000; ++round) {
    const Execution run = random_run(random);
    const size_t groups = 1 + random() % run.functions;
    std::vector<uint32_t> group_of(run.functions);
    for (uint32_t& group : group_of) {
      group = static_cast<uint32_t>(random() % groups);
    }
    const Execution merged = contracted(run, group_of, groups);
    ASSERT_EQ(inclusive_fault(merged), "") << "round " << round;
    ASSERT_TRUE(are_equal(contracted(flatten(run), group_of, groups), flatten(merged)))
        << "round " << round;
  }
}

TEST(InclusiveProperty, MeetsAllKindsOfFunctions) {
  // Guards the two tests above: their runs do have cycles, recursion and bounds that differ.
  std::mt19937_64 random(20050607);
  size_t mutual = 0, direct = 0, plain = 0, loose = 0, tight = 0;
  for (int round = 0; round < 4000; ++round) {
    const CallGraph graph = flatten(random_run(random));
    const Cycles cycles = find_cycles(graph);
    const InclusiveCosts costs = inclusive_costs(graph, cycles);
    for (size_t node = 0; node < graph.node_count(); ++node) {
      const bool is_mutual = cycles.is_mutual(node);
      mutual += is_mutual ? size_t{1} : 0;
      direct += !is_mutual && cycles.cycle(node) != Cycles::kNone ? size_t{1} : 0;
      plain += cycles.cycle(node) == Cycles::kNone ? size_t{1} : 0;
      loose += is_mutual && costs.lower(node, 0) < costs.upper(node, 0) ? size_t{1} : 0;
      tight += is_mutual && costs.upper(node, 0) < costs.of_cycle(cycles.cycle(node), 0).value
                   ? size_t{1}
                   : 0;
    }
  }
  for (const size_t count : {mutual, direct, plain, loose, tight}) {
    EXPECT_GT(count, 100U);
  }
}

TEST(InclusiveProperty, HoldsForRunsThatShrink) {
  EXPECT_TRUE(rc::check("the truth lies within the bounds", [] {
    struct Step {
      uint8_t up, function, self;
    };
    const auto steps = *rc::gen::container<std::vector<Step>>(
        rc::gen::construct<Step>(rc::gen::arbitrary<uint8_t>(), rc::gen::inRange<uint8_t>(0, 5),
                                 rc::gen::arbitrary<uint8_t>()));
    Execution run;
    run.functions = 5;
    for (const Step& step : steps) {
      const size_t at = run.activations.size();
      const size_t parent = step.up < at ? at - 1 - step.up : kRoot;
      run.activations.push_back({parent, step.function, step.self});
    }
    RC_ASSERT(inclusive_fault(run).empty());
  }));
}

}  // namespace
}  // namespace quern
