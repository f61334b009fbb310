// SPDX-License-Identifier: MIT
#include "quern/analysis/trees/path_counts.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "quern/model/builder.h"

namespace quern {
namespace {

/// A context: how far its parent is up from the one before, its function, its cost.
struct Step {
  size_t up = 0;
  uint32_t function = 0;
  int64_t cost = 0;
};

constexpr uint32_t kPathFunctions = 4;

/// A path that leaves its root begins a new part, of which there are at most `parts`.
std::unique_ptr<const Profile> profile_of_steps(const std::vector<Step>& steps, size_t parts) {
  ProfileBuilder builder(Keep::kSums);
  std::vector<FrameId> frames;
  for (uint32_t at = 0; at < kPathFunctions; ++at) {
    const NameId name = builder.symbols().names.intern(std::string(1, static_cast<char>('a' + at)));
    frames.push_back(
        builder.frame({.function = builder.symbols().functions.intern({name, {}, {}})}));
  }
  const EventId event = builder.event("MEM");
  PartHeader header;
  header.events = {event};
  const auto begin = [&] {
    builder.begin_part({}, {});
    builder.expect_contexts(ContextUse::kAlone);
  };
  begin();
  std::vector<uint32_t> path;
  for (uint32_t at = 0; at < steps.size(); ++at) {
    path.resize(path.size() - std::min(path.size(), steps[at].up));
    if (path.empty() && at != 0 && parts-- > 1) {
      builder.end_part(header);
      begin();
    }
    const std::array costs{EventCost{event, steps[at].cost}};
    builder.context({path.empty() ? kNoContext : ContextId(path.back()), frames[steps[at].function],
                     std::nullopt, costs});
    path.push_back(at);
  }
  builder.end_part(header);
  builder.end_input({});
  return builder.finish();
}

/// The stacks themselves, each with what it cost.
std::map<std::vector<uint32_t>, int64_t> stacks_of_steps(
    const std::vector<Step>& steps, const std::array<uint32_t, kPathFunctions>& to) {
  std::map<std::vector<uint32_t>, int64_t> stacks;
  std::vector<uint32_t> stack;
  for (const Step& step : steps) {
    stack.resize(stack.size() - std::min(stack.size(), step.up));
    stack.push_back(to[step.function]);
    stacks[stack] += step.cost;
  }
  return stacks;
}

void expect_paths(const std::vector<Step>& steps, size_t parts,
                  const std::array<uint32_t, kPathFunctions>& to) {
  const std::unique_ptr<const Profile> profile = profile_of_steps(steps, parts);
  std::array<uint64_t, kPathFunctions> ends{};
  std::array<uint64_t, kPathFunctions> with_cost{};
  PathCounts::OfCalls calls;
  for (const auto& [stack, cost] : stacks_of_steps(steps, to)) {
    ++ends[stack.back()];
    with_cost[stack.back()] += cost != 0 ? 1U : 0U;
    ++calls[PathCounts::call(stack.size() == 1 ? kPathFunctions : stack[stack.size() - 2],
                             stack.back())];
  }
  const PathCounts counts(*profile, PartSet::all(*profile), {to, kPathFunctions});
  const std::vector<uint64_t> paying = counts.with_cost(event_sum(EventId(uint32_t{0})));
  for (uint32_t node = 0; node < kPathFunctions; ++node) {
    RC_ASSERT(counts.of(node) == ends[node]);
    RC_ASSERT(paying[node] == with_cost[node]);
  }
  RC_ASSERT(counts.of_calls() == calls);
}

TEST(PathCounts, AreThoseOfDistinctStacks) {
  EXPECT_TRUE(rc::check([] {
    const auto number = [](int64_t from, int64_t below) {
      return *rc::gen::inRange<int64_t>(from, below);
    };
    std::vector<Step> steps(static_cast<size_t>(number(0, 80)));
    for (Step& step : steps) {
      step = {static_cast<size_t>(number(0, 4)), static_cast<uint32_t>(number(0, kPathFunctions)),
              number(-2, 3)};
    }
    expect_paths(steps, 1, {0, 1, 2, 3});
    expect_paths(steps, 3, {0, 1, 2, 3});
    expect_paths(steps, 2, {0, 1, 0, 2});
  }));
}

TEST(PathCounts, LeavePartsOut) {
  const auto profile = profile_of_steps({{0, 0, 5}, {1, 1, 7}, {0, 0, 0}, {1, 0, 1}}, 2);
  ASSERT_EQ(profile->parts().size(), 2U);
  PartSet second = PartSet::none(*profile);
  second.add(PartId(size_t{1}));
  const PathCounts counts(*profile, second, {{}, kPathFunctions});
  EXPECT_EQ(counts.of(0), 1U);
  EXPECT_EQ(counts.of(1), 1U);
  EXPECT_EQ(counts.with_cost(event_sum(EventId(uint32_t{0}))), (std::vector<uint64_t>{1, 1, 0, 0}));
}

TEST(PathCounts, HoldAChainOfAMillion) {
  std::vector<Step> chain(1'000'000, Step{0, 1, 1});
  chain.front().function = 0;
  const auto profile = profile_of_steps(chain, 1);
  const PathCounts counts(*profile, PartSet::all(*profile), {{}, kPathFunctions});
  EXPECT_EQ(counts.of(0), 1U);
  EXPECT_EQ(counts.of(1), 999'999U);
  EXPECT_EQ(counts.of_calls().at(PathCounts::call(1, 1)), 999'998U);
}

}  // namespace
}  // namespace quern
