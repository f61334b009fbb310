// SPDX-License-Identifier: MIT
//
// What top shows and what it says it does not show are the total together, whatever is asked.
#include "quern/query/test_support.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/peek.h"
#include "quern/views/input/info.h"
#include "quern/views/lists/top.h"

namespace quern {
namespace {

constexpr uint64_t kSeeds = 1500;

std::unique_ptr<const Profile> generated(uint64_t seed, Keep keep) {
  OpenOptions options;
  options.keep = keep;
  options.dialect = "callgrind";
  options.adds_declared_costs = true;
  Result<Opened> opened = open_bytes("in", testing::generate_callgrind(seed), options);
  return opened ? std::move(opened->profile) : nullptr;
}

std::string some_parts(testing::RandomChoice& random, const Profile& profile) {
  const size_t at = random.index(profile.parts().size());
  return std::to_string(profile.parts()[at].header.number.value_or(at + 1));
}

Selection random_selection(testing::RandomChoice& random, const Profile& profile) {
  Words words;
  words.all_events = random.chance(50);
  words.limit = random.index(6);
  words.default_sort = random.chance(50) ? SortBy::kSelf : SortBy::kInclusive;
  words.group_by = group_by_words()[random.index(group_by_words().size())];
  if (!profile.events().empty() && random.chance(40)) {
    words.events.push_back(profile.events()[random.index(profile.events().size())].name);
  }
  if (!profile.parts().empty() && random.chance(30)) {
    words.parts = some_parts(random, profile);
  }
  return selected(profile, words);
}

/// Runs `test` with random profiles and questions.
template <class Test>
void with_profiles(Keep keep, const Test& test) {
  size_t valid = 0;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto profile = generated(seed, keep);
    if (!profile) {
      continue;
    }
    ++valid;
    SCOPED_TRACE(seed);
    testing::RandomChoice random(seed);
    test(*profile, random_selection(random, *profile));
    if (::testing::Test::HasFailure()) {
      return;
    }
  }
  EXPECT_GT(valid, kSeeds / 2);
}

TEST(Shown, AndNotShownAreTheTotal) {
  with_profiles(Keep::kSums, [](const Profile& profile, const Selection& selection) {
    const Top top(profile, selection);
    Costs sums = exactly(top.not_shown());
    for (size_t rank = 0; rank < top.shown(); ++rank) {
      const TopRow row = top.row(rank);
      for (size_t column = 0; column < sums.size(); ++column) {
        sums[column] += exactly(row.self[column]);
      }
    }
    EXPECT_EQ(told(sums), told(top.totals()));
    Costs rest(sums.size());
    for (size_t rank = top.shown(); rank < top.row_count(); ++rank) {
      const TopRow row = top.row(rank);
      for (size_t column = 0; column < rest.size(); ++column) {
        rest[column] += exactly(row.self[column]);
      }
    }
    EXPECT_EQ(told(rest), told(top.not_shown()));
  });
}

/// Of all parts, from the profile without the row for declared costs.
Costs declared_base(const Profile& profile) {
  Costs base(profile.events().size());
  for (const Part& part : profile.parts()) {
    const PartHeader& header = part.header;
    const Costs missing = costs_without_rows(header, part.totals, profile.events());
    for (size_t at = 0; at < header.events.size(); ++at) {
      const Costs summary = missing.empty() ? part.totals : header.summaries.back();
      const int128 declared = at < summary.size() ? summary[at] : 0;
      base[header.events[at].index()] += std::max(part.totals[at], declared);
    }
  }
  return base;
}

TEST(Shown, AndNotInProfileAreTheDeclaredCost) {
  size_t with_row = 0;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto profile = generated(seed, Keep::kSums);
    if (!profile || profile->events().empty()) {
      continue;
    }
    SCOPED_TRACE(seed);
    OpenOptions options;
    options.dialect = "callgrind";
    const auto opened = open_bytes("in", testing::generate_callgrind(seed), options);
    const Profile& rows = *opened->profile;
    const Selection selection = selected(*profile, {.limit = 0, .all_events = true});
    const Top top(*profile, selection);
    EXPECT_EQ(told(top.totals()), told(declared_base(rows)));
    Costs named(top.totals().size());
    Costs recorded(top.totals().size());
    for (size_t rank = 0; rank < top.shown(); ++rank) {
      const TopRow row = top.row(rank);
      Costs& sums = row.name.name == kNotInProfile ? named : recorded;
      for (size_t column = 0; column < sums.size(); ++column) {
        sums[column] += exactly(row.self[column]);
      }
    }
    EXPECT_EQ(told(recorded), told(info_of(rows).totals));
    EXPECT_EQ(told(recorded), told(info_of(*profile).totals));
    if (profile->not_in_profile()) {
      EXPECT_EQ(told(named), told(selection.not_in_profile));
      ++with_row;
    }
  }
  EXPECT_GT(with_row, 50U);
}

TEST(Shown, QueriesTakeNothingFromTheTotal) {
  size_t left_out = 0;
  with_profiles(Keep::kSums, [&left_out](const Profile& profile, const Selection& chosen) {
    if (chosen.columns.empty()) {
      return;
    }
    const Top all(profile, chosen);
    SelectionWords words;
    words.where = "not (self > " + to_decimal(exactly(all.totals()[0]) / 8) + ") or calls = 1";
    Selection selection = selected(profile, {.limit = 3});
    selection.where = select(profile, words)->where;
    const Top top(profile, selection);
    Costs sums = exactly(top.not_shown());
    for (size_t rank = 0; rank < top.shown(); ++rank) {
      const TopRow row = top.row(rank);
      for (size_t column = 0; column < sums.size(); ++column) {
        sums[column] += exactly(row.self[column]);
      }
      EXPECT_TRUE(exactly(row.self[0]) <= exactly(all.totals()[0]) / 8 || exactly(row.calls) == 1);
    }
    EXPECT_EQ(told(sums), told(top.totals()));
    EXPECT_EQ(top.shown(), std::min<size_t>(3, top.row_count() - top.left_out()));
    left_out += top.left_out();
  });
  EXPECT_GT(left_out, kSeeds / 2);
}

TEST(Shown, RowsDescend) {
  with_profiles(Keep::kSums, [](const Profile& profile, const Selection& selection) {
    const Top top(profile, selection);
    const size_t column = selection.sort_column;
    const auto cost = [&](size_t rank) {
      const TopRow row = top.row(rank);
      return selection.sort_by == SortBy::kSelf ? exactly(row.self[column])
                                                : lower_of(row.inclusive[column]);
    };
    for (size_t rank = 1; rank < top.row_count() && !selection.columns.empty(); ++rank) {
      EXPECT_TRUE(cost(rank - 1) >= cost(rank)) << rank;
    }
  });
}

TEST(Shown, SitesOfACallAddUpToIt) {
  with_profiles(Keep::kAll, [](const Profile& profile, const Selection& selection) {
    const Calls calls(profile, selection);
    for (size_t rank = 0; rank < calls.shown(); ++rank) {
      const CallRow row = calls.row(rank);
      int128 count = 0;
      Costs sums(row.inclusive.size());
      for (const CallSite& site : row.sites) {
        count += exactly(site.count);
        for (size_t column = 0; column < sums.size(); ++column) {
          sums[column] += exactly(site.inclusive[column]);
        }
      }
      EXPECT_TRUE(count == exactly(row.count));
      EXPECT_EQ(told(sums), told(row.inclusive));
    }
  });
}

TEST(Shown, SumsAndRecordsGiveTheSameRows) {
  for (uint64_t seed = 0; seed < kSeeds / 3; ++seed) {
    const auto sums = generated(seed, Keep::kSums);
    const auto all = generated(seed, Keep::kAll);
    if (!sums || !all) {
      continue;
    }
    SCOPED_TRACE(seed);
    testing::RandomChoice one(seed);
    testing::RandomChoice other(seed);
    const Top left(*sums, random_selection(one, *sums));
    const Top right(*all, random_selection(other, *all));
    ASSERT_EQ(left.row_count(), right.row_count());
    for (size_t rank = 0; rank < left.row_count(); ++rank) {
      const TopRow a = left.row(rank);
      const TopRow b = right.row(rank);
      EXPECT_EQ(a.name.name, b.name.name);
      EXPECT_TRUE(a.self == b.self && a.inclusive == b.inclusive && a.calls == b.calls &&
                  a.cycle == b.cycle);
    }
  }
}

TEST(Shown, PeekAgreesWithTop) {
  with_profiles(Keep::kSums, [](const Profile& profile, const Selection& selection) {
    const Top top(profile, selection);
    if (top.row_count() == 0) {
      return;
    }
    const TopRow row = top.row(0);
    const Result<Peek> answer =
        peek(profile, selection, row.name.name.empty() ? "???" : row.name.name);
    if (!answer) {
      EXPECT_EQ(answer.error().code, "ambiguous-name");
      return;
    }
    EXPECT_EQ(told(answer->function.self), told(row.self));
    EXPECT_TRUE(answer->function.inclusive == row.inclusive);
    int128 calls = 0;
    for (const PeekNeighbour& caller : answer->callers) {
      calls += exactly(caller.count);
    }
    if (answer->callers.size() == answer->callers_in_all && row.calls) {
      EXPECT_TRUE(calls == exactly(row.calls));
    }
  });
}

}  // namespace
}  // namespace quern
