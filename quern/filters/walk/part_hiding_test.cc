// SPDX-License-Identifier: MIT
//
// Functions that are not shown where there is only a call graph: the profiles that are left.
#include "quern/filters/walk/part_hiding.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/filters/filter_plan.h"
#include "quern/filters/test_support.h"
#include "quern/testing/generators/callgrind_generator.h"

namespace quern {
namespace {

using test::kSharedCallee;
using test::read_text;
using test::Told;
using test::told;

Opened without(const Profile& profile, std::vector<std::string> hide, FilterOptions how = {}) {
  how.hide = std::move(hide);
  Result<Opened> result = filter_profile(profile, how);
  EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message);
  return result ? std::move(*result) : Opened{};
}

TEST(PartHiding, GivesCostsAndCallsToTheCallers) {
  for (const Keep keep : {Keep::kAll, Keep::kSums}) {
    const auto profile = read_text(kSharedCallee, keep);
    const Opened result = without(*profile, {"^h$"});
    EXPECT_EQ(told(*result.profile), (Told{"f ~40", "f>i ~20/~5", "g ~50", "g>i ~10/~7", "i 30",
                                           "main 10", "main>f 60/2", "main>g 60/1"}));
    EXPECT_EQ(result.profile->parts()[0].totals, std::vector<int128>{130});
    EXPECT_FALSE(result.profile->is_selected());
    EXPECT_EQ(result.notes, (Told{"69.23 % of what is shown was split in proportion (~): a call "
                                  "graph does not record stacks"}));
  }
}

TEST(PartHiding, IsExactUnderOneCaller) {
  const auto profile = read_text(kSharedCallee);
  const Opened result = without(*profile, {"^f$", "^g$", "^h$"});
  EXPECT_EQ(told(*result.profile), (Told{"i 30", "main 100", "main>i 30/12"}));
  EXPECT_FALSE(result.profile->has_estimates());
  EXPECT_TRUE(result.notes.empty());
}

TEST(PartHiding, KeepsHiddenRootsButNotThoseLeftOut) {
  const auto profile = read_text(kSharedCallee);
  EXPECT_EQ(told(*without(*profile, {"^main$"}).profile), told(*profile));
  EXPECT_EQ(told(*without(*profile, {}, {.show = {"^[fgi]$"}}).profile),
            (Told{"(not shown) 10", "f ~40", "f>i ~20/~5", "g ~50", "g>i ~10/~7", "i 30"}));
}

TEST(PartHiding, FollowsAChoiceOfStacks) {
  const auto profile = read_text(kSharedCallee);
  const Opened result = without(*profile, {"^h$"}, {.focus = {"^f$"}});
  EXPECT_EQ(told(*result.profile), (Told{"f ~40", "f>i ~20/~8", "i ~20", "main 0", "main>f 60/2"}));
  EXPECT_EQ(result.notes.front(), "--focus kept 46.15 % of Ir: 60 of 130");
  EXPECT_EQ(result.notes.size(), 2U);
}

TEST(PartHiding, CostsThatMayBeMoreThanNothingAreNoExactZeros) {
  const auto profile = read_text(
      "events: Ir\nfn=a\n1 0\ncfn=h\ncalls=1 1\n2 1\nfn=b\n1 0\ncfn=h\ncalls=1 1\n2 1\n"
      "fn=h\n3 1\ncfn=x\ncalls=2 1\n4 1\nfn=x\n5 1\n");
  const Opened result = without(*profile, {"^h$"});
  const std::vector<EventSum> columns = {EventSum{{{EventId(size_t{0}), 1}}}};
  const CallGraph graph = profile_graph(*result.profile, PartSet::all(*result.profile), columns);
  const InclusiveCosts inclusive = inclusive_costs(graph, find_cycles(graph));
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    EXPECT_TRUE(inclusive.is_estimated(node) || graph.self(node, 0) != 0) << node;
  }
}

TEST(PartHiding, FitsNamesFilesAndObjects) {
  const auto profile = read_text(
      "events: Ir\nob=prog\nfl=m.c\nfn=main\n1 1\ncob=libc.so\ncfi=s.c\ncfn=sort\ncalls=1 1\n2 5\n"
      "ob=libc.so\nfl=s.c\nfn=sort\n1 5\n");
  for (const char* const word : {"^sort$", "^s[.]c$", "^libc"}) {
    EXPECT_EQ(told(*without(*profile, {word}).profile), (Told{"main 6"})) << word;
  }
}

TEST(PartHiding, KeepsTheTotalsOfGeneratedProfiles) {
  size_t compared = 0, estimated = 0;
  for (uint64_t seed = 1; seed <= 600; ++seed) {
    const Result<Opened> opened = open_bytes("in", testing::generate_callgrind(seed), {});
    if (!opened) {
      continue;
    }
    const Profile& profile = *opened->profile;
    const std::string rule(1, static_cast<char>('a' + seed % 26));
    for (const bool shows : {false, true}) {
      const Opened result =
          without(profile, shows ? Told{} : Told{rule}, {.show = shows ? Told{rule} : Told{}});
      ASSERT_NE(result.profile, nullptr) << seed;
      for (size_t part = 0; part < profile.parts().size(); ++part) {
        ASSERT_EQ(result.profile->parts()[part].totals, profile.parts()[part].totals) << seed;
      }
      estimated += result.profile->has_estimates() ? 1U : 0U;
    }
    ++compared;
  }
  EXPECT_GT(compared, 300U);
  EXPECT_GT(estimated, 20U);
}

}  // namespace
}  // namespace quern
