// SPDX-License-Identifier: MIT
//
// Random runs of programs: compares the answers for pairs of functions, from stacks and from the
// flattened graph, with counts from the run itself.
#include "quern/analysis/trees/reach.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/test_support.h"
#include "quern/model/builder.h"

namespace quern {
namespace {

/// The truth about one function and another that runs somewhere below it.
struct Pair {
  int128 together = 0;
  uint64_t nearest = 0, farthest = 0;
};
using ReachPairs = std::map<std::pair<uint32_t, uint32_t>, Pair>;  ///< above, below

/// Stack by stack, as slow as it gets.
ReachPairs true_pairs(const Execution& run) {
  ReachPairs pairs;
  for (size_t at = 0; at < run.activations.size(); ++at) {
    std::vector<uint32_t> stack;
    for (size_t up = at; up != kRoot; up = run.activations[up].parent) {
      stack.push_back(run.activations[up].function);  // innermost first
    }
    std::map<std::pair<uint32_t, uint32_t>, bool> seen;
    for (size_t below = 0; below < stack.size(); ++below) {
      for (size_t above = below + 1; above < stack.size(); ++above) {
        seen[{stack[above], stack[below]}] = true;
      }
    }
    for (const auto& [pair, is_seen] : seen) {
      pairs[pair].together += run.activations[at].self;
    }
  }
  return pairs;
}

/// How far the nearest `above` is from each place of `below`, or the nearest `below` from `above`.
void add_distances(const Execution& run, ReachPairs& pairs, ReachOf of) {
  for (size_t at = 0; at < run.activations.size(); ++at) {
    std::vector<uint32_t> stack;
    for (size_t up = at; up != kRoot; up = run.activations[up].parent) {
      stack.push_back(run.activations[up].function);
    }
    const auto note = [&](uint32_t above, uint32_t below, uint64_t distance) {
      Pair& pair = pairs[{above, below}];
      pair.nearest = pair.nearest == 0 ? distance : std::min(pair.nearest, distance);
      pair.farthest = std::max(pair.farthest, distance);
    };
    if (of == ReachOf::kCallees) {
      std::map<uint32_t, bool> met;
      for (size_t above = 1; above < stack.size(); ++above) {
        if (!met[stack[above]]) {
          note(stack[above], stack[0], above);
          met[stack[above]] = true;
        }
      }
      continue;
    }
    for (size_t above = 1; above < stack.size(); ++above) {
      bool is_nearest = true;
      for (size_t between = 1; between < above; ++between) {
        is_nearest = is_nearest && stack[between] != stack[0];
      }
      if (is_nearest) {
        note(stack[above], stack[0], above);
      }
    }
  }
}

std::unique_ptr<const Profile> reach_profile(const Execution& run) {
  ProfileBuilder builder(Keep::kSums);
  std::vector<FrameId> frames;
  for (uint32_t at = 0; at < run.functions; ++at) {
    const NameId name = builder.symbols().names.intern("f" + std::to_string(at));
    frames.push_back(
        builder.frame({.function = builder.symbols().functions.intern({name, {}, {}})}));
  }
  const EventId event = builder.event("Ir");
  PartHeader header;
  header.events = {event};
  builder.begin_part({}, {});
  builder.expect_contexts(ContextUse::kAlone);
  // Contexts stand depth first, as readers hand them on.
  std::vector<std::vector<size_t>> children(run.activations.size());
  std::vector<size_t> open;
  for (size_t at = run.activations.size(); at-- > 0;) {
    const size_t parent = run.activations[at].parent;
    (parent == kRoot ? open : children[parent]).push_back(at);
  }
  std::vector<ContextId> ids(run.activations.size());
  uint32_t next = 0;
  while (!open.empty()) {
    const size_t at = open.back();
    open.pop_back();
    const Activation& made = run.activations[at];
    const std::array costs{EventCost{event, static_cast<int64_t>(made.self)}};
    builder.context({made.parent == kRoot ? kNoContext : ids[made.parent], frames[made.function],
                     std::nullopt, costs});
    ids[at] = ContextId(next++);
    open.insert(open.end(), children[at].begin(), children[at].end());
  }
  builder.end_part(header);
  builder.end_input({});
  return builder.finish();
}

const Pair* pair_truth(const ReachPairs& pairs, uint32_t asked, uint32_t other, ReachOf of) {
  const auto found =
      pairs.find(of == ReachOf::kCallees ? std::pair(asked, other) : std::pair(other, asked));
  return found != pairs.end() ? &found->second : nullptr;
}

constexpr std::array kBothWays = {ReachOf::kCallers, ReachOf::kCallees};

TEST(Reach, IsTheTruthFromStacks) {
  std::mt19937_64 random(20261122);
  const std::vector<EventSum> columns = {event_sum(EventId(uint32_t{0}))};
  for (int round = 0; round < 2000; ++round) {
    const Execution run = random_run(random);
    const std::unique_ptr<const Profile> profile = reach_profile(run);
    for (const ReachOf of : kBothWays) {
      ReachPairs pairs = true_pairs(run);
      add_distances(run, pairs, of);
      for (uint32_t asked = 0; asked < run.functions; ++asked) {
        const std::vector<Reached> found = reach_in_stacks(*profile, PartSet::all(*profile),
                                                           columns, {{}, run.functions}, asked, of);
        size_t expected = 0;
        for (uint32_t other = 0; other < run.functions; ++other) {
          expected += pair_truth(pairs, asked, other, of) != nullptr;
        }
        ASSERT_EQ(found.size(), expected) << "round " << round;
        for (const Reached& each : found) {
          const Pair* const truth = pair_truth(pairs, asked, each.node, of);
          ASSERT_NE(truth, nullptr) << "round " << round;
          ASSERT_EQ(each.together.front(), Amount(Exact{truth->together})) << "round " << round;
          ASSERT_EQ(each.nearest, truth->nearest) << "round " << round;
          ASSERT_EQ(each.farthest, truth->farthest) << "round " << round;
        }
      }
    }
  }
}

TEST(Reach, EnclosesTheTruthFromGraphs) {
  std::mt19937_64 random(20261123);
  size_t exact = 0, bounded = 0, loose = 0;
  for (int round = 0; round < 6000; ++round) {
    const Execution run = random_run(random);
    const CallGraph graph = flatten(run);
    const InclusiveCosts inclusive = inclusive_costs(graph, find_cycles(graph));
    const ReachPairs pairs = true_pairs(run);
    for (const ReachOf of : kBothWays) {
      for (uint32_t asked = 0; asked < run.functions; ++asked) {
        std::map<uint32_t, const Reached*> found;
        const std::vector<Reached> all = reach_in_graph(graph, inclusive, {false}, asked, of);
        for (const Reached& each : all) {
          found[each.node] = &each;
        }
        for (uint32_t other = 0; other < run.functions; ++other) {
          const Pair* const truth = pair_truth(pairs, asked, other, of);
          ASSERT_TRUE(truth == nullptr || found.contains(other)) << "round " << round;
          if (!found.contains(other)) {
            continue;
          }
          const Amount& told = found[other]->together.front();
          const int128 cost = truth != nullptr ? truth->together : 0;
          ASSERT_LE(lower_of(told), cost) << "round " << round;
          ASSERT_GE(upper_of(told), cost) << "round " << round;
          exact += certainty_of(told) == Certainty::kExact;
          bounded += certainty_of(told) == Certainty::kBounded;
          loose += lower_of(told) == 0 && upper_of(told) != 0;
        }
      }
    }
  }
  // Guards the test: all kinds occur, and most answers are exact.
  EXPECT_GT(bounded, 1000U);
  EXPECT_GT(exact, 1000U);
  EXPECT_LT(loose, bounded);
}

/// main -> a -> leaf, main -> b -> leaf.
CallGraph diamond() {
  CallGraphBuilder builder(4, 1);
  const auto call = [&](uint32_t caller, uint32_t callee, int128 cost) {
    builder.add_call(caller, callee, 1, std::vector<int128>{cost});
  };
  call(0, 1, 60);
  call(0, 2, 40);
  call(1, 3, 60);
  call(2, 3, 40);
  builder.add_self(3, 0, 100);
  return builder.build();
}

TEST(Reach, IsExactWhereOnlyOneWayLeads) {
  const CallGraph graph = diamond();
  const InclusiveCosts inclusive = inclusive_costs(graph, find_cycles(graph));
  const std::vector<Reached> up = reach_in_graph(graph, inclusive, {false}, 3, ReachOf::kCallers);
  ASSERT_EQ(up.size(), 3U);
  EXPECT_EQ(up[0].together.front(), Amount(Exact{100}));  // main, over both
  EXPECT_EQ(up[0].nearest, 2U);
  EXPECT_EQ(up[1].together.front(), Amount(Exact{60}));
  const std::vector<Reached> down = reach_in_graph(graph, inclusive, {false}, 0, ReachOf::kCallees);
  ASSERT_EQ(down.size(), 3U);
  EXPECT_EQ(down[2].together.front(), Amount(Exact{100}));
  EXPECT_EQ(down[2].farthest, std::nullopt);
}

TEST(Reach, GoesAMillionCallsDeep) {
  constexpr uint32_t kDeep = 1'000'000;
  CallGraphBuilder builder(kDeep, 1);
  for (uint32_t at = 0; at + 1 < kDeep; ++at) {
    builder.add_call(at, at + 1, 1, std::vector<int128>{7});
  }
  builder.add_self(kDeep - 1, 0, 7);
  const CallGraph graph = builder.build();
  const InclusiveCosts inclusive = inclusive_costs(graph, find_cycles(graph));
  const std::vector<Reached> down = reach_in_graph(graph, inclusive, {false}, 0, ReachOf::kCallees);
  ASSERT_EQ(down.size(), kDeep - 1);
  EXPECT_EQ(down.back().nearest, kDeep - 1);
  EXPECT_EQ(down.back().together.front(), Amount(Exact{7}));
  EXPECT_EQ(reach_in_graph(graph, inclusive, {false}, kDeep - 1, ReachOf::kCallers).size(),
            kDeep - 1);
}

}  // namespace
}  // namespace quern
