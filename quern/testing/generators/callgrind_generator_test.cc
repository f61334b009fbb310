// SPDX-License-Identifier: MIT
#include "quern/testing/generators/callgrind_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "quern/testing/slow/slow_callgrind.h"

namespace quern::testing {
namespace {

constexpr uint64_t kSeeds = 2000;

TEST(CallgrindGenerator, GivesTheSameBytesForTheSameSeed) {
  const std::string profile = generate_callgrind(7);
  EXPECT_EQ(generate_callgrind(7), profile);
  EXPECT_NE(generate_callgrind(8), profile);
  EXPECT_EQ(mutate_callgrind(3, profile), mutate_callgrind(3, profile));
}

TEST(CallgrindGenerator, MakesSmallMostlyValidProfiles) {
  uint64_t valid = 0;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const std::string profile = generate_callgrind(seed);
    EXPECT_LE(std::count(profile.begin(), profile.end(), '\n'), 120);
    valid += slow_read_callgrind(profile).valid ? 1U : 0U;
  }
  EXPECT_GT(valid, kSeeds * 85 / 100);
}

TEST(CallgrindGenerator, ReachesEveryFindingOfTheFormat) {
  std::set<std::string> missing = {
      "unknown-line",     "leading-space",      "nul-byte",        "negative-cost",
      "append-marker",    "unknown-header",     "unknown-spec",    "summary-count",
      "summary-mismatch", "totals-mismatch",    "end-missing",     "costs-missing",
      "header-order",     "duplicate-event",    "no-data",         "positions-inherited",
      "spec-order",       "ob-without-fn",      "fi-without-fl",   "no-function",
      "empty-name",       "callee-order",       "dangling-callee", "callee-reused",
      "alias-redefined",  "alias-forward",      "alias-undefined", "odd-name",
      "calls-no-target",  "calls-extra-target", "rcalls",          "jcnd-spaced",
      "jump-counts",      "jump-no-source",     "position-range",  "relative-without-base",
      "truncated"};
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (const auto& lint : slow_read_callgrind(generate_callgrind(seed)).lints) {
      missing.erase(lint.code);
    }
  }
  EXPECT_TRUE(missing.empty()) << *missing.begin();
}

TEST(CallgrindGenerator, DamagesSomeProfilesBeyondRepair) {
  uint64_t valid = 0;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const std::string damaged = mutate_callgrind(seed, generate_callgrind(seed));
    valid += slow_read_callgrind(damaged).valid ? 1U : 0U;
  }
  EXPECT_GT(valid, kSeeds * 20 / 100);
  EXPECT_LT(valid, kSeeds * 80 / 100);
}

TEST(CallgrindGenerator, MutatesAnEmptyInput) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_LE(mutate_callgrind(seed, "").size(), 1000U);
  }
}

/// Laws that hold for any input: what the twin says must agree with itself.
void expect_consistent(const Meaning& meaning) {
  std::vector<int128> sums(meaning.events.size());
  for (const auto& [function, self] : meaning.functions) {
    for (size_t i = 0; i < self.size(); ++i) {
      sums[i] += self[i];
    }
  }
  EXPECT_EQ(sums, meaning.totals);
  EXPECT_EQ(meaning.functions.size(), meaning.function_order.size());
  for (const auto& call : meaning.calls) {
    EXPECT_TRUE(meaning.functions.contains(call.caller));
    EXPECT_TRUE(meaning.functions.contains(call.callee));
  }
  for (const auto& jump : meaning.jumps) {
    EXPECT_TRUE(meaning.functions.contains(jump.from));
  }
}

TEST(SlowCallgrindLaws, SumsAndFunctionsAgreeWithTheRecords) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    const std::string profile = generate_callgrind(seed);
    expect_consistent(slow_read_callgrind(profile));
    expect_consistent(slow_read_callgrind(mutate_callgrind(seed, profile)));
  }
}

TEST(SlowCallgrindLaws, RowEndsCommentsAndBlankRowsMeanNothing) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    std::string profile = generate_callgrind(seed);
    std::erase(profile, '\r');
    std::string with_cr;
    for (const char c : profile) {
      with_cr += c == '\n' ? "\r\n" : std::string(1, c);
    }
    const Meaning meaning = slow_read_callgrind(profile);
    EXPECT_EQ(difference(meaning, slow_read_callgrind(with_cr)), "");
    if (profile.ends_with('\n')) {
      // But for where the file ends.
      Meaning shorter = meaning;
      Meaning longer = slow_read_callgrind(profile + "# end\n\n \t\n");
      for (Meaning* const each : {&shorter, &longer}) {
        std::erase_if(each->lints, [](const auto& lint) { return lint.code == "end-missing"; });
      }
      EXPECT_EQ(difference(shorter, longer), "");
    }
  }
}

}  // namespace
}  // namespace quern::testing
