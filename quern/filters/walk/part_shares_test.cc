// SPDX-License-Identifier: MIT
//
// Choices of stacks where there is only a call graph: the profiles that they leave.
#include "quern/filters/walk/part_shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "quern/filters/filter_plan.h"
#include "quern/filters/test_support.h"
#include "quern/model/records/record_cursor.h"
#include "quern/testing/generators/callgrind_generator.h"

namespace quern {
namespace {

using test::kSharedCallee;
using test::read_text;
using test::told;
using test::Told;

Opened filtered(const Profile& profile, const FilterOptions& how) {
  Result<Opened> result = filter_profile(profile, how);
  EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message);
  return result ? std::move(*result) : Opened{};
}

TEST(PartShares, SplitWhatIsReachedInSeveralWays) {
  for (const Keep keep : {Keep::kAll, Keep::kSums}) {
    const auto profile = read_text(kSharedCallee, keep);
    const Opened result = filtered(*profile, {.focus = {"^f$"}});
    EXPECT_EQ(told(*result.profile),
              (Told{"f 20", "f>h 40/4", "h ~20", "h>i ~20/~8", "i ~20", "main 0", "main>f 60/2"}));
    EXPECT_EQ(result.profile->parts()[0].totals, std::vector<int128>{60});
    EXPECT_FALSE(result.profile->parts()[0].header.has_estimated_totals)
        << "all calls of f are known, whatever h makes of them";
    EXPECT_TRUE(result.profile->has_estimates());
    EXPECT_EQ(result.notes, (Told{"--focus kept 46.15 % of Ir: 60 of 130",
                                  "66.67 % of what is kept was split in proportion (~): a call "
                                  "graph does not record stacks"}));
  }
}

TEST(PartShares, LeaveOutWhatIsIgnored) {
  const auto profile = read_text(kSharedCallee);
  EXPECT_EQ(told(*filtered(*profile, {.ignore = {"^f$"}}).profile),
            (Told{"g 40", "g>h 20/6", "h ~10", "h>i ~10/~4", "i ~10", "main 10", "main>g 60/1"}));
}

TEST(PartShares, BeginWhereStacksAreShownFrom) {
  const auto profile = read_text(kSharedCallee);
  EXPECT_EQ(told(*filtered(*profile, {.show_from = {"^f$"}}).profile),
            (Told{"f 20", "f>h 40/4", "h ~20", "h>i ~20/~8", "i ~20"}));
}

TEST(PartShares, AreExactWhereNothingNeedsToBeSplit) {
  const auto profile = read_text(kSharedCallee);
  const Opened whole = filtered(*profile, {.focus = {"^h$"}});
  EXPECT_EQ(told(*whole.profile), (Told{"f 0", "f>h 40/4", "g 0", "g>h 20/6", "h 30", "h>i 30/12",
                                        "i 30", "main 0", "main>f 40/~2", "main>g 20/~1"}));
  EXPECT_EQ(whole.profile->marks().estimates, Estimates::kOfSums);
  EXPECT_EQ(whole.notes.front(), "--focus kept 46.15 % of Ir: 60 of 130");
}

TEST(PartShares, GiveRecordsPiecesThatAddUp) {
  const auto profile = read_text(kSharedCallee);
  const Opened result = filtered(*profile, {.focus = {"^f$"}});
  EXPECT_EQ(result.profile->marks().estimates, Estimates::kOfBoth);
  std::vector<std::pair<uint64_t, int128>> lines;
  size_t jumps = 0;
  RecordCursor cursor(result.profile->records());
  while (const Record* record = cursor.next()) {
    jumps += record->kind == RecordKind::kJump ? 1U : 0U;
    if (record->kind == RecordKind::kSelf) {
      lines.emplace_back(record->at.line, record->costs.empty() ? 0 : record->costs[0]);
    }
  }
  // 20 of 30 for h: floor(7 * 2 / 3), and the rest.
  EXPECT_EQ(lines,
            (std::vector<std::pair<uint64_t, int128>>{{10, 20}, {30, 4}, {31, 16}, {40, 20}}));
  EXPECT_EQ(jumps, 0U) << "how often a part of h jumped is not known";
}

TEST(PartShares, AreThoseOfEachPart) {
  const std::string first = "part: 1\nevents: Ir\nfn=f\n1 1\ncfn=h\ncalls=1 1\n2 10\nfn=h\n3 10\n";
  const std::string second = "part: 2\nevents: Ir\nfn=g\n1 1\ncfn=h\ncalls=1 1\n2 40\nfn=h\n3 40\n";
  const auto profile = read_text(first + second);
  ASSERT_EQ(profile->parts().size(), 2U);
  const Opened result = filtered(*profile, {.focus = {"^f$"}});
  EXPECT_EQ(result.profile->parts()[0].totals, std::vector<int128>{11});
  EXPECT_EQ(result.profile->parts()[1].totals, std::vector<int128>{0});
  EXPECT_FALSE(result.profile->has_estimates()) << "the parts call h in one way each";
}

TEST(PartShares, SeeTheNamesThatRenamingGave) {
  const auto profile = read_text(kSharedCallee);
  FilterOptions how;
  how.rename = {"s/^f$/x/"};
  how.show_from = {"^x$"};
  EXPECT_EQ(told(*filter_profile(*profile, how)->profile).back(), "x>h 40/4");
}

TEST(PartShares, OfABaselineAreSubtracted) {
  const auto profile = read_text(kSharedCallee);
  const auto less = read_text(kSharedCallee);
  FilterOptions how;
  how.baseline = less.get();
  how.focus = {"^f$"};
  const Result<Opened> result = filter_profile(*profile, how);
  EXPECT_EQ(told(*result->profile).front(), "f 0");
  EXPECT_EQ(result->profile->parts()[0].totals, std::vector<int128>{60});
  EXPECT_EQ(result->profile->parts()[1].totals, std::vector<int128>{-60});
}

TEST(PartShares, RefuseWhatAGraphCannotTell) {
  const auto profile = read_text(kSharedCallee);
  FilterOptions how;
  how.focus = {"f"};
  how.unfold_recursion = true;
  EXPECT_EQ(filter_profile(*profile, how).error().code, "needs-stacks");
}

/// Σ self by function, over all parts and events.
std::vector<int128> selfs(const Profile& profile, const Profile& like) {
  std::vector<int128> sums(like.symbols().functions.size() * like.events().size());
  for (const Part& part : profile.parts()) {
    const SumTable& table = profile.tables()[part.table];
    for (size_t row = part.first_self; row < part.end_self; ++row) {
      const FunctionKey is = profile.symbols().functions[table.function(row)];
      for (uint32_t node = 0; node < like.symbols().functions.size(); ++node) {
        const FunctionKey other = like.symbols().functions[FunctionId(node)];
        const auto text = [](const Profile& of, NameId name) {
          return of.symbols().names.text(name);
        };
        if (text(profile, is.name) == text(like, other.name) &&
            text(profile, is.file) == text(like, other.file) &&
            text(profile, is.object) == text(like, other.object)) {
          for (size_t cell = 0; cell < table.events.size(); ++cell) {
            sums[node * like.events().size() + table.events[cell].index()] +=
                table.self.at(row, cell);
          }
          break;
        }
      }
    }
  }
  return sums;
}

TEST(PartShares, KeptAndLeftOutAreAllThereIs) {
  size_t compared = 0, split = 0;
  for (uint64_t seed = 0; seed < 6000; ++seed) {
    OpenOptions options;
    options.keep = seed % 2 == 0 ? Keep::kAll : Keep::kSums;
    Result<Opened> opened = open_bytes("in", testing::generate_callgrind(seed), options);
    if (!opened || opened->profile->counts().calls == 0) {
      continue;
    }
    const Profile& profile = *opened->profile;
    const std::string rule(1, static_cast<char>('a' + seed % 26));
    const Opened kept = filtered(profile, {.focus = {rule}});
    const Opened left = filtered(profile, {.ignore = {rule}});
    const Opened from = filtered(profile, {.show_from = {rule}});
    ASSERT_NE(kept.profile, nullptr) << seed;
    const std::vector<int128> all = selfs(profile, profile);
    const std::vector<int128> in = selfs(*kept.profile, profile);
    const std::vector<int128> out = selfs(*left.profile, profile);
    for (size_t at = 0; at < all.size(); ++at) {
      ASSERT_TRUE(in[at] + out[at] == all[at]) << seed;
    }
    ASSERT_TRUE(selfs(*from.profile, profile) == in) << seed;
    for (size_t part = 0; part < profile.parts().size(); ++part) {
      const std::vector<int128>& totals = profile.parts()[part].totals;
      for (size_t event = 0; event < totals.size(); ++event) {
        ASSERT_TRUE(kept.profile->parts()[part].totals[event] +
                        left.profile->parts()[part].totals[event] ==
                    totals[event])
            << seed;
      }
    }
    ++compared;
    split += kept.profile->has_estimates() ? 1U : 0U;
  }
  EXPECT_GT(compared, 500U);
  EXPECT_GT(split, 5U);
}

}  // namespace
}  // namespace quern
