// SPDX-License-Identifier: MIT
//
// Random runs of programs, recorded with functions that names distinguish by their callers: the
// truth about the functions, and about groups of them, must lie within the raised bounds.
#include "quern/analysis/costs/finer_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "quern/analysis/graph/test_support.h"
#include "quern/model/builder.h"

namespace quern {
namespace {

/// A run whose functions are variants, v of function v % functions.
struct VariedRun {
  Execution run;
  uint32_t functions;
};

/// Chooses variants by the direct caller, by the depth of recursion, or at random.
VariedRun varied_run(std::mt19937_64& random) {
  VariedRun varied{random_run(random), 0};
  std::vector<Activation>& activations = varied.run.activations;
  varied.functions = static_cast<uint32_t>(varied.run.functions);
  const uint64_t rule = random() % 3;
  const std::vector<Activation> plain = activations;
  for (size_t at = 0; at < activations.size(); ++at) {
    uint32_t variant = static_cast<uint32_t>(random() % 3);
    if (rule == 0) {
      variant = plain[at].parent == kRoot ? 0 : 1 + plain[plain[at].parent].function;
    } else if (rule == 1) {
      variant = 0;
      for (size_t up = plain[at].parent; up != kRoot; up = plain[up].parent) {
        variant += plain[up].function == plain[at].function ? 1U : 0U;
      }
    }
    activations[at].function += variant * varied.functions;
    varied.run.functions =
        std::max<size_t>(varied.run.functions, activations[at].function + size_t{1});
  }
  return varied;
}

/// The profile of it, whose names have been folded.
std::unique_ptr<const Profile> folded_profile(const VariedRun& varied, Keep keep) {
  ProfileBuilder builder(keep);
  Symbols& symbols = builder.symbols();
  for (size_t variant = 0; variant < varied.run.functions; ++variant) {
    symbols.functions.intern(
        {symbols.names.intern("v" + std::to_string(variant)), kUnknownName, kUnknownName});
  }
  builder.begin_part({}, std::vector{builder.event("Ir")});
  const std::vector<int64_t> below = subtree_costs(varied.run);
  for (size_t at = 0; at < below.size(); ++at) {
    const Activation& made = varied.run.activations[at];
    const Position nowhere;
    builder.self_costs({FunctionId(made.function), {}, {&nowhere, 1}, &made.self});
    if (made.parent != kRoot) {
      CallRecord record;
      record.caller = FunctionId(varied.run.activations[made.parent].function);
      record.callee = FunctionId(made.function);
      record.count = 1;
      record.inclusive = {&below[at], 1};
      builder.call(record);
    }
  }
  builder.end_part({});
  builder.end_input({});
  const std::vector<Namer> fold = {[&](const Profile& profile) {
    NewNames names;
    names.remembers = true;
    for (size_t variant = 0; variant < profile.symbols().functions.size(); ++variant) {
      names.add(FunctionId(variant), "f" + std::to_string(variant % varied.functions));
    }
    return names;
  }};
  return builder.finish(fold);
}

int128 cost_with(const Execution& run, const std::vector<uint32_t>& node_of, uint32_t node) {
  std::vector<bool> within(run.activations.size());
  int128 cost = 0;
  for (size_t at = 0; at < within.size(); ++at) {
    const Activation& made = run.activations[at];
    within[at] = node_of[made.function] == node || (made.parent != kRoot && within[made.parent]);
    cost += within[at] ? made.self : 0;
  }
  return cost;
}

struct Raised {
  Cycles cycles;
  InclusiveCosts plain, raised;
};

Raised raised_costs(const Profile& profile, const NodeMap& groups, unsigned threads) {
  const std::vector<EventSum> columns = {event_sum(EventId(0U))};
  const PartSet parts = PartSet::all(profile);
  const CallGraph graph = profile_graph(profile, parts, columns, groups);
  Cycles cycles = find_cycles(graph);
  InclusiveCosts plain = inclusive_costs(graph, cycles);
  InclusiveCosts raised = inclusive_costs(graph, cycles);
  raise_lower_bounds(profile, parts, columns, groups, raised, threads);
  return {std::move(cycles), std::move(plain), std::move(raised)};
}

/// What is wrong with the costs of nodes, which consist of the variants that `node_of` says.
std::string fault_of(const VariedRun& varied, const std::vector<uint32_t>& node_of,
                     const Raised& costs) {
  const CallGraph variants = flatten(varied.run);
  const InclusiveCosts finest = inclusive_costs(variants, find_cycles(variants));
  for (uint32_t node = 0; node < costs.plain.size(); ++node) {
    const int128 truth = cost_with(varied.run, node_of, node);
    if (truth < costs.raised.lower(node, 0) || truth > costs.raised.upper(node, 0)) {
      return "the truth is out of bounds";
    }
    if (costs.plain.is_exact(node) && costs.raised.of(node, 0) != costs.plain.of(node, 0)) {
      return "an exact cost has changed";
    }
    if (costs.raised.upper(node, 0) != costs.plain.upper(node, 0) ||
        costs.raised.lower(node, 0) < costs.plain.lower(node, 0)) {
      return "a bound is worse than before";
    }
  }
  for (uint32_t variant = 0; variant < varied.run.functions; ++variant) {
    if (costs.raised.lower(node_of[variant], 0) < finest.lower(variant, 0)) {
      return "a bound is below that of a variant";
    }
  }
  return {};
}

TEST(FinerBounds, EncloseTheTruthAndReachThatOfEachVariant) {
  std::mt19937_64 random(20261124);
  size_t improved = 0, improved_groups = 0;
  for (int round = 0; round < 8000; ++round) {
    const VariedRun varied = varied_run(random);
    const auto profile = folded_profile(varied, round % 2 == 0 ? Keep::kSums : Keep::kAll);
    const size_t functions = profile->symbols().functions.size();
    std::vector<uint32_t> group_of_function(functions);
    std::ranges::generate(group_of_function, [&] { return static_cast<uint32_t>(random() % 4); });
    std::vector<uint32_t> function_of, group_of;
    for (size_t variant = 0; variant < varied.run.functions; ++variant) {
      function_of.push_back(profile->function(FunctionId(variant)).value);
      group_of.push_back(group_of_function[function_of.back()]);
    }
    const unsigned threads = round % 4 == 0 ? 2 : 1;
    const Raised single = raised_costs(*profile, {{}, functions}, threads);
    ASSERT_EQ(fault_of(varied, function_of, single), "") << "round " << round;
    const Raised grouped = raised_costs(*profile, {group_of_function, 4}, threads);
    ASSERT_EQ(fault_of(varied, group_of, grouped), "") << "groups, round " << round;
    for (size_t function = 0; function < functions; ++function) {
      const int128 lower = single.raised.lower(function, 0);
      improved += lower > single.plain.lower(function, 0) ? 1U : 0U;
      ASSERT_GE(grouped.raised.lower(group_of_function[function], 0), lower);
    }
    for (uint32_t group = 0; group < 4; ++group) {
      improved_groups += grouped.raised.lower(group, 0) > grouped.plain.lower(group, 0) ? 1U : 0U;
    }
  }
  EXPECT_GT(improved, 500U);
  EXPECT_GT(improved_groups, 500U);
}

}  // namespace
}  // namespace quern
