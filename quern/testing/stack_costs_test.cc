// SPDX-License-Identifier: MIT
//
// Answers about functions from contexts that were added up while they came, against those from the
// contexts.
#include "quern/model/stack_costs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "quern/testing/cases.h"
#include "quern/testing/generators/igprof_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/generators/xdebug_generator.h"
#include "quern/testing/meaning/cost_difference.h"
#include "quern/testing/meaning/written_as.h"

namespace quern::testing {
namespace {

/// How often a case occurred that can go wrong.
struct StacksMet {
  uint64_t told = 0, parts = 0, peaks = 0, calls = 0;
};

/// But for events that the last part got from others.
bool are_parts_equal(const Profile& left, const Profile& right) {
  return std::ranges::equal(left.parts(), right.parts(), [](const Part& one, const Part& other) {
    const auto is_start = [](const auto& start, const auto& of) {
      return start.size() <= of.size() &&
             std::ranges::equal(start, std::span(of).first(start.size()));
    };
    return is_start(one.totals, other.totals) && is_start(one.header.events, other.header.events);
  });
}

std::string wrong_sums(const std::string& bytes, OpenOptions options, StacksMet& met) {
  const Result<Opened> whole = open_bytes("whole", bytes, options);
  options.needs_calls = false;
  const Result<Opened> told = open_bytes("told", bytes, options);
  if (!whole || !told) {
    return whole || told ? "only one way reads it" : "";
  }
  if (const StackCosts* const costs = told->profile->stack_costs()) {
    ++met.told;
    met.parts += size_t{told->profile->parts().size() > 1};
    met.calls += size_t{costs->counts_calls};
    for (const Event& event : told->profile->events()) {
      met.peaks += size_t{event.combine == Combine::kMax};
    }
  }
  if (whole->profile->counts().contexts != told->profile->counts().contexts) {
    return "another number of contexts";
  }
  if (!are_parts_equal(*whole->profile, *told->profile)) {
    return "other parts";
  }
  return cost_difference(*whole->profile, *told->profile, false);
}

TEST(StackCosts, AnswerAsTheStacksOfIgprofDo) {
  StacksMet met;
  for (uint64_t seed = 0; seed < cases() / 20; ++seed) {
    OpenOptions options;
    options.keep_going = seed % 3 == 0;
    const std::string dump = generate_igprof(seed);
    ASSERT_EQ(wrong_sums(dump, options, met), "") << "seed " << seed;
    ASSERT_EQ(wrong_sums(mutate_igprof(seed, dump), options, met), "") << "seed " << seed;
  }
  EXPECT_GT(met.told, cases() / 100);
  EXPECT_GT(met.parts, 0U);
  EXPECT_GT(met.peaks, 0U);
}

TEST(StackCosts, AnswerAsTheStacksOfXdebugDo) {
  StacksMet met;
  for (uint64_t seed = 0; seed < cases() / 100; ++seed) {
    const std::string trace = generate_xdebug(seed).bytes;
    ASSERT_EQ(wrong_sums(trace, {}, met), "") << "seed " << seed;
    const Result<std::string> snapshot = written_as("snapshot", trace, "");
    ASSERT_TRUE(snapshot);
    ASSERT_EQ(wrong_sums(*snapshot, {}, met), "") << "snapshot of seed " << seed;
  }
  EXPECT_GT(met.told, cases() / 100);
  EXPECT_GT(met.calls, 0U);
}

/// Many recursions, and costs near the edges of 64 bits.
std::string folded_stacks(uint64_t seed) {
  RandomChoice random(seed);
  std::string text;
  for (uint64_t left = 1 + random.below(12); left != 0; --left) {
    text += random.pick({"a", "b", "_Z1fv", "f()"});
    for (uint64_t more = random.below(6); more != 0; --more) {
      text += ';' + random.pick({"a", "b", "c", "_Z1fv", "f()"});
    }
    const uint64_t edge = random.below(40);
    text += fmt::format(" {}\n", edge == 0   ? uint64_t{INT64_MAX}
                                 : edge == 1 ? UINT64_MAX
                                             : random.below(1000));
  }
  return text;
}

TEST(StackCosts, AnswerAsFoldedStacksDo) {
  StacksMet met;
  OpenOptions merged;
  merged.names.demangle = Demangling::kMerged;  // _Z1fv becomes f()
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    const std::string text = folded_stacks(seed);
    ASSERT_EQ(wrong_sums(text, {}, met), "") << "seed " << seed;
    ASSERT_EQ(wrong_sums(text, merged, met), "") << "merged, seed " << seed;
  }
  EXPECT_GT(met.told, cases() / 100);
}

/// Whether a dump with so many counters and levels is added up while it comes.
bool is_told(size_t counters, size_t depth) {
  std::string text = "P=(HEX ID=1 N=(a) T=0.1)\n";
  for (size_t level = 1; level <= depth; ++level) {
    text += fmt::format("C{:x} FN0{}+0\n", level, level == 1 ? "=(F0=(p)+1 N=(f))" : "");
  }
  text += fmt::format("C{:x} FN0+0", depth + 1);
  for (size_t counter = 0; counter < counters; ++counter) {
    text += fmt::format(" V{0:x}=(C{0}):(1,2,3)", counter);
  }
  OpenOptions options;
  options.needs_calls = false;
  const Result<Opened> opened = open_bytes("in", text + '\n', options);
  EXPECT_TRUE(opened);
  StacksMet met;
  EXPECT_EQ(wrong_sums(text + '\n', {}, met), "");
  return opened && opened->profile->stack_costs() != nullptr;
}

TEST(StackCosts, AreLeftWhereTheyWouldTakeMuchMemory) {
  EXPECT_TRUE(is_told(3, 4));
  EXPECT_TRUE(is_told(10, 4));
  EXPECT_FALSE(is_told(11, 4)) << "33 events";
  EXPECT_TRUE(is_told(1, 50'000));
  EXPECT_FALSE(is_told(1, 300'000));
}

TEST(StackCosts, AreLeftWhereSumsMayNotFit) {
  StacksMet met;
  std::string text =
      "P=(HEX ID=1 N=(a) T=0.1)\nC1 FN0=(F0=(p)+1 N=(f))+0 V0=(C0):(1,7fffffffffffffff,0)\n";
  text += "C2 FN0+0 V0:(1,7fffffffffffffff,0)\nC2 FN0+0";
  for (size_t counter = 1; counter < 9; ++counter) {
    text += fmt::format(" V{0:x}=(C{0}):(1,2,3)", counter);
  }
  ASSERT_EQ(wrong_sums(text + '\n', {}, met), "");
  EXPECT_EQ(met.told, 0U);
}

TEST(StackCosts, AreNoneOfProfilesWithoutStacks) {
  OpenOptions options;
  options.needs_calls = false;
  const std::string text = "event: X = 2 Ir\nevents: Ir\nfl=f.c\nfn=a\n1 1\n";
  EXPECT_EQ(open_bytes("in", text, options)->profile->stack_costs(), nullptr);
}

TEST(StackCosts, AreOfFunctionsAsTheyAreNamedInTheEnd) {
  OpenOptions options;
  options.needs_calls = false;
  const std::string text = "a;_Z1fv 1\na;f() 2\n";
  EXPECT_NE(open_bytes("in", text, options)->profile->stack_costs(), nullptr);
  options.names.demangle = Demangling::kMerged;
  EXPECT_EQ(open_bytes("in", text, options)->profile->stack_costs(), nullptr);
  options.names = {};
  options.names.resolve = true;  // asks about each context
  EXPECT_EQ(open_bytes("in", text, options)->profile->stack_costs(), nullptr);
  options.names = {};
  options.keep = Keep::kAll;
  EXPECT_EQ(open_bytes("in", text, options)->profile->stack_costs(), nullptr);
}

}  // namespace
}  // namespace quern::testing
