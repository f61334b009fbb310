// SPDX-License-Identifier: MIT
//
// What if functions cost less: the profiles that --what-if makes.
#include <gtest/gtest.h>

#include <algorithm>

#include "quern/filters/filter_plan.h"
#include "quern/filters/test_support.h"
#include "quern/testing/generators/callgrind_generator.h"

namespace quern {
namespace {

using test::kSharedCallee;
using test::read_text;
using test::told;
using test::Told;

Opened scaled(const Profile& profile, std::vector<std::string> rules, FilterOptions how = {}) {
  how.scale = std::move(rules);
  Result<Opened> result = filter_profile(profile, how);
  EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message);
  return result ? std::move(*result) : Opened{};
}

TEST(Scale, TakesCostsFromCallersToo) {
  for (const Keep keep : {Keep::kAll, Keep::kSums}) {
    const auto profile = read_text(kSharedCallee, keep);
    const Opened result = scaled(*profile, {"^f$=50%"});
    EXPECT_EQ(told(*result.profile),
              (Told{"f 10", "f>h 40/4", "g 40", "g>h 20/6", "h 30", "h>i 30/12", "i 30", "main 10",
                    "main>f 50/2", "main>g 60/1"}))
        << "one caller: exact";
    EXPECT_EQ(result.profile->parts()[0].totals, std::vector<int128>{120});
    EXPECT_EQ(result.notes,
              std::vector<std::string>{"--what-if changes Ir by -10 (-7.69 %): 130 → 120; 1 "
                                       "function matches by name, file or object"});
  }
}

TEST(Scale, SmallChangesHaveNoSignAndNothingHasNoPercents) {
  const auto large = read_text("events: Ir\nfn=main\n1 1000000\nfn=f\n2 2\n");
  EXPECT_TRUE(scaled(*large, {"^f$=50%"}).notes[0].contains("by -1 (+0.00 %): "));
  const auto nothing = read_text("events: Ir\nfn=main\n1 10\nfn=f\n2 -10\n");
  EXPECT_TRUE(scaled(*nothing, {"^f$=50%"}).notes[0].contains("by 5: 0 → 5; "));
  const auto below = read_text("events: Ir\nfn=main\n1 10\nfn=f\n2 -20\n");
  EXPECT_TRUE(scaled(*below, {"^f$=50%"}).notes[0].contains("by 10 (+100.00 %): -10 → 0; "));
}

TEST(Scale, ApportionsAndMarksWhatSeveralCall) {
  const auto profile = read_text(kSharedCallee);
  const Opened result = scaled(*profile, {"^h$=0"});
  // h spent 30 of the 60 that its calls cost: of f's 40 that is 20, of g's 20 it is 10.
  EXPECT_EQ(told(*result.profile),
            (Told{"f 20", "f>h ~20/4", "g 40", "g>h ~10/6", "h 0", "h>i 30/12", "i 30", "main 10",
                  "main>f ~40/2", "main>g ~50/1"}));
  EXPECT_EQ(result.profile->parts()[0].totals, std::vector<int128>{100});
  EXPECT_FALSE(result.profile->parts()[0].header.has_estimated_totals);
}

// What each call loses is whole numbers that add up: no function is above the total.
TEST(Scale, CallsAddUpToTheTotalWhateverIsRounded) {
  const auto profile = read_text(
      "events: Ir\nfn=main\n1 3\ncfn=a\ncalls=1 1\n2 15\ncfn=b\ncalls=1 1\n3 7\n"
      "fn=a\n4 5\ncfn=leaf\ncalls=2 1\n5 10\nfn=b\n6 4\ncfn=leaf\ncalls=1 1\n7 3\n"
      "fn=leaf\n8 13\n");
  EXPECT_EQ(told(*scaled(*profile, {"leaf|^a$=50%"}).profile),
            (Told{"a 2", "a>leaf 5/2", "b 4", "b>leaf 1/1", "leaf 6", "main 3", "main>a 7/1",
                  "main>b 5/1"}))
      << "3 + 7 + 5 = 3 + 2 + 4 + 6";
}

TEST(Scale, RowsOfAFunctionAddUpToItsScaledCost) {
  const auto profile = read_text("events: Ir\nfn=f\n1 1\n2 1\n3 1\n4 1\n5 1\nfn=g\n1 7\n");
  const Opened result = scaled(*profile, {"f=0.5", "g=1"});
  EXPECT_EQ(told(*result.profile), (Told{"f 2", "g 7"}));
}

TEST(Scale, TheFirstRuleThatFitsCounts) {
  const auto profile = read_text("events: Ir\nfn=ab\n1 100\nfn=b\n2 100\nfn=c\n2 100\n");
  EXPECT_EQ(told(*scaled(*profile, {"^ab=10%", "b=0"}).profile), (Told{"ab 10", "b 0", "c 100"}));
}

TEST(Scale, WorksBeforeOtherFilters) {
  const auto profile = read_text(kSharedCallee);
  EXPECT_EQ(told(*scaled(*profile, {"^f$=0"}, {.focus = {"^f$"}}).profile),
            (Told{"f 0", "f>h 40/4", "h ~20", "h>i ~20/~8", "i ~20", "main 0", "main>f 40/2"}));
}

TEST(Scale, IsExactOnStacks) {
  const auto profile = read_text(
      "P=(HEX ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(a)+1 N=(main))+1 V0=(MEM_TOTAL):(1,10,10)\n"
      "C2 FN1=(F0+2 N=(f))+1 V0:(1,4,4)\nC3 FN2=(F0+3 N=(h))+1 V0:(1,8,8)\n"
      "C2 FN2+1 V0:(1,8,8)\n");
  const Opened result = scaled(*profile, {"^h$=0"});
  EXPECT_EQ(result.profile->parts()[0].totals[0], 0x10 + 4);
  EXPECT_FALSE(result.profile->has_estimates());
}

int128 total_of(const Profile& profile) {
  const std::vector<EventSum> columns = {EventSum{{{EventId(size_t{0}), 1}}}};
  return totals(profile, PartSet::all(profile), columns)[0];
}

// A factor of 1 leaves all as it was, and one of 0 nothing that any function spends, whatever the
// call graph says.
TEST(Scale, KeepsItsLawsOnGeneratedProfiles) {
  size_t checked = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    OpenOptions options;
    options.keep = seed % 2 == 0 ? Keep::kAll : Keep::kSums;
    const Result<Opened> opened = open_bytes("in", testing::generate_callgrind(seed), options);
    if (!opened || opened->profile->events().empty()) {
      continue;
    }
    const Profile& profile = *opened->profile;
    EXPECT_EQ(told(*scaled(profile, {"^=1"}).profile), told(profile)) << seed;
    EXPECT_TRUE(total_of(*scaled(profile, {"^=0"}).profile) == 0) << seed;
    // Halves of two kinds of functions add up to half of all, but for what is rounded.
    const int128 all = total_of(profile);
    const int128 some = total_of(*scaled(profile, {"[a-m]=50%"}).profile);
    const int128 others = total_of(*scaled(profile, {"[a-m]=1", "^=50%"}).profile);
    const auto rows = static_cast<int128>(profile.symbols().functions.size() *
                                          std::max<size_t>(profile.parts().size(), 1));
    EXPECT_LE(magnitude(2 * (some + others) - 3 * all), static_cast<uint128>(2 * rows)) << seed;
    ++checked;
  }
  EXPECT_GT(checked, 75U);
}

TEST(Scale, RefusesWhatIsNoRule) {
  const auto profile = read_text("events: Ir\nfn=f\n1 1\n");
  for (const std::string word : {"f", "f=", "=0", "f=2", "f=-1", "f=x", "f=101%"}) {
    FilterOptions how;
    how.scale = {word};
    const Result<Opened> result = filter_profile(*profile, how);
    ASSERT_FALSE(result.has_value()) << word;
    EXPECT_EQ(result.error().code, "bad-filter") << word;
  }
  FilterOptions how;
  how.scale = {"(=0"};
  EXPECT_EQ(filter_profile(*profile, how).error().code, "bad-regexp");
}

}  // namespace
}  // namespace quern
