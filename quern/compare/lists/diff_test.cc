// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff.h"

#include <gtest/gtest.h>

#include "quern/filters/filter_plan.h"
#include "quern/query/test_support.h"

namespace quern {
namespace {

/// main (self 10) calls leaf `calls` times at `each`, and other once at 100.
std::string run_text(int calls, int each, std::string_view leaf = "leaf") {
  return "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npositions: line\nevents: Ir\n"
         "fl=a.c\nfn=main\n1 10\ncfn=" +
         std::string(leaf) + "\ncalls=" + std::to_string(calls) + " 1\n2 " +
         std::to_string(calls * each) + "\ncfn=other\ncalls=1 1\n3 100\nfn=" + std::string(leaf) +
         "\n5 " + std::to_string(calls * each) + "\nfn=other\n9 100\n";
}

struct Two {
  std::unique_ptr<const Profile> was, is;
  [[nodiscard]] DiffRuns runs(const Words& words = {}) const {
    DiffRuns runs;
    runs.old_runs.push_back({was.get(), selected(*was, words)});
    runs.new_runs.push_back({is.get(), selected(*is, words)});
    return runs;
  }
};

Two two(const std::string& was, const std::string& is) {
  return {read_text(was), read_text(is)};
}

TEST(Diff, WithItselfIsEmpty) {
  const Two same = two(run_text(10, 5), run_text(10, 5));
  const Diff diff(same.runs(), {});
  EXPECT_EQ(diff.row_count(), 0U);
  EXPECT_EQ(diff.unchanged(), 3U);
  EXPECT_EQ(told(diff.not_shown()), "0");
  EXPECT_TRUE(diff.blame().empty());
  EXPECT_EQ(DiffCalls(same.runs(), {}).row_count(), 0U);
}

TEST(Diff, ListsKindsOfChanges) {
  const Two both = two("events: Ir\nfn=gone\n1 5\nfn=same\n1 7\nfn=more\n1 1\n",
                       "events: Ir\nfn=fresh\n1 50\nfn=same\n1 7\nfn=more\n1 9\n");
  const auto listed = [&](std::initializer_list<DiffKind> kinds) {
    DiffFilter filter{.unchanged = true, .kinds = std::array<bool, kDiffKinds>{}};
    for (const DiffKind kind : kinds) {
      (*filter.kinds)[static_cast<size_t>(kind)] = true;
    }
    const Diff diff(both.runs(), filter);
    EXPECT_EQ(diff.kinds(), (std::array<size_t, kDiffKinds>{1, 1, 0, 1, 1}));
    std::string names;
    for (size_t rank = 0; rank < diff.row_count(); ++rank) {
      names += std::string(diff.row(rank).name.name) + ' ';
    }
    return names;
  };
  EXPECT_EQ(listed({DiffKind::kAdded}), "fresh ");
  EXPECT_EQ(listed({DiffKind::kRemoved, DiffKind::kChanged}), "more gone ");
  EXPECT_EQ(listed({DiffKind::kUnchanged}), "same ");
  EXPECT_EQ(listed({DiffKind::kRenamed}), "");
}

TEST(Diff, LeavesOutChangesBelowTheLeastAndTellsThem) {
  const Two both = two("events: Ir\nfn=a\n1 500\nfn=b\n1 300\nfn=c\n1 200\n",
                       "events: Ir\nfn=a\n1 480\nfn=b\n1 310\nfn=c\n1 209\nfn=d\n1 3\n");
  const auto listed = [&](std::string_view least, size_t limit = 20) {
    const Diff diff(both.runs({.limit = limit}), {.least_change = parse_least_change(least)});
    std::string text;
    Costs sums = exactly(diff.not_shown());
    for (size_t rank = 0; rank < diff.shown(); ++rank) {
      text += std::string(diff.row(rank).name.name) + " ";
      sums[0] += exactly(diff.row(rank).change.self[0]);
    }
    EXPECT_EQ(told(sums), "2");  // the change of the total, whatever is shown
    EXPECT_EQ(diff.row_count(), 4U);
    EXPECT_TRUE(diff.differs());
    return text + std::to_string(diff.below_least());
  };
  EXPECT_EQ(listed("0"), "a b c d 0");
  EXPECT_EQ(listed("1%"), "a b 2");  // of 1,000: 10 is no less
  EXPECT_EQ(listed("0.9 %"), "a b c 1");
  EXPECT_EQ(listed("0.901%"), "a b 2");
  EXPECT_EQ(listed("20"), "a 3");
  EXPECT_EQ(listed("20.5"), "4");
  EXPECT_EQ(listed("1%", 1), "a 2");
}

TEST(Diff, CallsLeaveOutChangesBelowTheLeast) {
  const Two both = two(run_text(10, 5), run_text(11, 10));
  const DiffCalls all(both.runs(), {.unchanged = true});
  ASSERT_EQ(all.shown(), 2U);
  const DiffCalls some(both.runs(), {.unchanged = true, .least_change = parse_least_change("50")});
  EXPECT_EQ(some.shown(), 1U);
  EXPECT_EQ(some.row_count(), 2U);
  EXPECT_EQ(some.below_least(), 1U);
}

TEST(Diff, KnowsWhatIsALeastChange) {
  for (const std::string_view text : {"", "%", "-1", "1%%", "1 x", "Ir", "1e"}) {
    EXPECT_FALSE(parse_least_change(text)) << text;
  }
  EXPECT_TRUE(parse_least_change("1e6")->allows(1'000'000, 0));
  EXPECT_FALSE(parse_least_change("1e6")->allows(999'999, 0));
  EXPECT_TRUE(parse_least_change("2k")->allows(2000, 7));
  EXPECT_TRUE(parse_least_change("1%")->allows(1, -100));
  EXPECT_FALSE(parse_least_change("1%")->allows(0, -100));
}

TEST(Diff, SplitsAChangeIntoMoreAndCostlierCalls) {
  const Two both = two(run_text(10, 5), run_text(11, 10));
  const Diff diff(both.runs(), {});
  ASSERT_EQ(diff.row_count(), 2U);
  const DiffRow leaf = diff.row(0);
  EXPECT_EQ(leaf.name.name, "leaf");
  EXPECT_EQ(leaf.status, DiffStatus::kBoth);
  EXPECT_EQ(told(leaf.change.self), "60");
  EXPECT_EQ(told(leaf.change.inclusive[0]), "60");
  EXPECT_EQ(told(*leaf.change.calls), "1");
  ASSERT_TRUE(leaf.change.split.has_value());
  EXPECT_EQ(told(leaf.change.split->more_calls), "5");     // 1 call more at 5
  EXPECT_EQ(told(leaf.change.split->dearer_calls), "55");  // 11 calls at 5 more
  EXPECT_EQ(diff.row(1).name.name, "main");
  EXPECT_FALSE(diff.row(1).change.split.has_value());
}

TEST(Diff, BlamesTheFunctionWhoseOwnCostChanged) {
  const Two both = two(run_text(10, 5), run_text(11, 10));
  const std::vector<BlameStep> path = Diff(both.runs(), {}).blame();
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[0].name.name, "main");
  EXPECT_EQ(path[1].name.name, "leaf");
  EXPECT_EQ(told(path[1].self), "60");
}

TEST(Diff, ShownAndNotShownAreTheChangeOfTheTotal) {
  const Two both = two(run_text(10, 5), run_text(30, 7, "leaf2"));
  for (const size_t limit : {size_t{1}, size_t{2}, size_t{0}}) {
    const Diff diff(both.runs({.limit = limit}), {});
    int128 shown = 0;
    for (size_t rank = 0; rank < diff.shown(); ++rank) {
      shown += lower_of(diff.row(rank).change.self[0]);
    }
    EXPECT_EQ(to_decimal(shown + exactly(diff.not_shown()[0])),
              to_decimal(exactly(diff.totals(Version::kNew)[0]) -
                         exactly(diff.totals(Version::kOld)[0])));
  }
}

TEST(Diff, TellsAddedRemovedAndRenamed) {
  const Two both = two(run_text(10, 5, "gone"), run_text(10, 5, "fresh"));
  DiffRuns runs = both.runs();
  runs.layers = {.normalised = false, .guess = false};
  const Diff apart(runs, {});
  ASSERT_EQ(apart.row_count(), 2U);
  EXPECT_EQ(apart.row(0).status, DiffStatus::kAdded);
  EXPECT_EQ(apart.row(1).status, DiffStatus::kRemoved);
  EXPECT_EQ(told(apart.row(1).change.self), "-50");
  EXPECT_FALSE(apart.row(1).new_side.has_value());
  EXPECT_EQ(apart.matches().added, 1U);
  EXPECT_EQ(apart.matches().removed, 1U);
}

TEST(Diff, ListsFunctionsWithOtherNames) {
  const Two both = two(run_text(10, 5, "leaf.isra.0"), run_text(10, 5, "leaf.isra.7"));
  const Diff diff(both.runs(), {.matched = true});
  ASSERT_EQ(diff.row_count(), 1U);
  EXPECT_EQ(diff.row(0).status, DiffStatus::kRenamed);
  EXPECT_EQ(diff.row(0).match, Match::kNormalised);
  EXPECT_EQ(diff.row(0).old_name->name, "leaf.isra.0");
  EXPECT_EQ(diff.matches().normalised, 1U);
}

TEST(Diff, OfSeveralRunsTakesTheMedianAndTellsNoise) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  DiffRuns runs;
  for (const int each : {5, 9, 6}) {
    profiles.push_back(read_text(run_text(10, each)));
    runs.old_runs.push_back({profiles.back().get(), selected(*profiles.back())});
  }
  profiles.push_back(read_text(run_text(10, 8)));
  runs.new_runs.push_back({profiles.back().get(), selected(*profiles.back())});
  const Diff diff(runs, {});
  const DiffRow leaf = diff.row(0);
  EXPECT_EQ(told(leaf.old_side->self), "60");
  EXPECT_EQ(told(leaf.change.self), "20");
  EXPECT_TRUE(leaf.is_noise);  // 80 lies within 50 … 90
  EXPECT_EQ(to_decimal(leaf.old_side->ranges[0].low), "50");
  EXPECT_EQ(to_decimal(leaf.old_side->ranges[0].high), "90");
  EXPECT_EQ(told(diff.totals(Version::kOld)), "170");
}

TEST(Diff, AFunctionOfFewerThanHalfOfTheRunsIsUnchanged) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  DiffRuns runs;
  for (const std::string_view more : {"fn=rare\n2 7\n", "", ""}) {
    profiles.push_back(read_text("events: Ir\nfn=main\n1 10\n" + std::string(more)));
    runs.old_runs.push_back({profiles.back().get(), selected(*profiles.back())});
  }
  profiles.push_back(read_text("events: Ir\nfn=main\n1 20\n"));
  runs.new_runs.push_back({profiles.back().get(), selected(*profiles.back())});
  const Diff diff(runs, {});
  ASSERT_EQ(diff.row_count(), 1U) << "the median of rare is 0 on both sides";
  EXPECT_EQ(diff.row(0).name.name, "main");
  EXPECT_EQ(diff.unchanged(), 1U);
  EXPECT_EQ(Diff(runs, {.unchanged = true}).row_count(), 2U);
}

TEST(Diff, WhatIsNotShownOfSeveralRunsIsTheSumOfItsRows) {
  const auto text = [](const std::vector<int>& costs) {
    std::string profile = "events: Ir\n";
    for (size_t at = 0; at < costs.size(); ++at) {
      profile += "fn=f" + std::to_string(at) + "\n1 " + std::to_string(costs[at]) + "\n";
    }
    return profile;
  };
  std::vector<std::unique_ptr<const Profile>> profiles;
  DiffRuns runs;
  const std::vector<std::vector<int>> costs = {{10, 100, 1000, 5}, {30, 90, 900, 5},
                                               {20, 300, 800, 5},  {50, 100, 2000, 6},
                                               {40, 120, 2500, 6}, {60, 110, 1900, 6}};
  for (size_t at = 0; at < costs.size(); ++at) {
    profiles.push_back(read_text(text(costs[at])));
    (at < 3 ? runs.old_runs : runs.new_runs)
        .push_back({profiles.back().get(), selected(*profiles.back(), {.limit = 1})});
  }
  const Diff diff(runs, {});
  EXPECT_EQ(diff.row_count(), 4U);
  EXPECT_EQ(told(diff.row(0).change.self), "1100");
  EXPECT_EQ(told(diff.not_shown()), "41");  // 30 + 10 + 1
  EXPECT_EQ(exactly(diff.all_changes(0)), 1141);
  EXPECT_EQ(told(diff.totals(Version::kNew)), "2156");
}

TEST(Diff, WhatIsNotShownOfMatchesIsOfMatchesAlone) {
  const Two both = two(run_text(10, 5, "leaf.isra.0"), run_text(11, 10, "leaf.part.1"));
  const Diff diff(both.runs(), {.matched = true});
  ASSERT_EQ(diff.row_count(), 1U);
  EXPECT_EQ(told(diff.not_shown()), "0");
}

/// Two old runs and a new one of run_text() with so many calls of leaf at 100.
DiffRuns several(std::vector<std::unique_ptr<const Profile>>& profiles, const std::vector<int>& old,
                 int now, const Words& words) {
  DiffRuns runs;
  for (const int calls : old) {
    profiles.push_back(read_text(run_text(calls, 100)));
    runs.old_runs.push_back({profiles.back().get(), selected(*profiles.back(), words)});
  }
  profiles.push_back(read_text(run_text(now, 100)));
  runs.new_runs.push_back({profiles.back().get(), selected(*profiles.back(), words)});
  return runs;
}

TEST(Diff, BlamesTheMedianOfSeveralRuns) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  // The first old run is as the new one: it alone tells of no change.
  const DiffRuns runs = several(profiles, {50, 1, 1}, 50, {});
  const std::vector<BlameStep> path = Diff(runs, {}).blame();
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[1].name.name, "leaf");
  EXPECT_EQ(told(path[1].self), "4900");
}

TEST(Diff, NoiseIsOfTheCostThatRowsAreSortedBy) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  const DiffRuns runs = several(profiles, {1, 10}, 50, {.sort = "inclusive"});
  const Diff diff(runs, {});
  ASSERT_EQ(diff.row(0).name.name, "leaf");
  for (size_t rank = 0; rank < diff.shown(); ++rank) {
    EXPECT_FALSE(diff.row(rank).is_noise) << diff.row(rank).name.name;  // main too: self is 10
  }
}

TEST(Diff, GuessesFromTheCallsOfAllRuns) {
  const auto text = [](std::string_view helper) {
    const std::string name(helper);
    return "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npositions: line\n"
           "events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=x\ncalls=1 1\n2 5\n" +
           (name.empty() ? "" : "cfn=" + name + "\ncalls=1 1\n3 12\n") + "fn=x\n4 5\n" +
           (name.empty() ? "" : "fn=" + name + "\n5 2\ncfn=x\ncalls=2 1\n6 10\n");
  };
  const auto plain = read_text(text(""));
  const auto was = read_text(text("parse_old"));
  const auto is = read_text(text("parse_new"));
  for (const bool plain_first : {true, false}) {
    DiffRuns runs;
    for (const Profile* each :
         {plain_first ? plain.get() : was.get(), plain_first ? was.get() : plain.get()}) {
      runs.old_runs.push_back({each, selected(*each)});
    }
    runs.new_runs.push_back({is.get(), selected(*is)});
    EXPECT_EQ(Diff(runs, {}).matches().guess, 1U) << plain_first;
  }
}

std::string told_ratios(const std::vector<std::optional<Fraction>>& ratios) {
  std::string text;
  for (const std::optional<Fraction>& value : ratios) {
    text += text.empty() ? "" : " ";
    text += !value ? "-" : to_decimal(value->numerator) + "/" + to_decimal(value->denominator);
  }
  return text;
}

/// With the event, and its cost per call.
DiffRuns with_ratios(const Two& both, std::string_view sort = {}) {
  SelectionWords words;
  words.events = {"Ir", "Ir/calls"};
  words.sort = sort;
  words.takes_ratios = true;
  DiffRuns runs;
  runs.old_runs.push_back({both.was.get(), select(*both.was, words).value()});
  runs.new_runs.push_back({both.is.get(), select(*both.is, words).value()});
  runs.layers.guess = false;
  return runs;
}

TEST(Diff, ComparesRatios) {
  // leaf: 10 calls at 5, then 3 at 7; main is called by nobody.
  const Two both = two(run_text(10, 5), run_text(3, 7));
  const Diff diff(with_ratios(both), {.unchanged = true});
  ASSERT_EQ(diff.row_count(), 3U);
  const DiffRow leaf = diff.row(0);
  ASSERT_EQ(leaf.name.name, "leaf");
  EXPECT_EQ(told_ratios(leaf.old_side->self_ratios), "5/1");
  EXPECT_EQ(told_ratios(leaf.new_side->self_ratios), "7/1");
  EXPECT_EQ(told_ratios(leaf.change.self_ratios), "2/1");
  EXPECT_EQ(told_ratios(leaf.change.inclusive_ratios), "2/1");
  const DiffRow main_row = diff.row(1);
  ASSERT_EQ(main_row.name.name, "main");
  EXPECT_EQ(told_ratios(main_row.new_side->self_ratios), "-");  // by 0
  EXPECT_EQ(told_ratios(main_row.change.self_ratios), "-");
  EXPECT_EQ(told_ratios(diff.total_ratios(Version::kNew)), "-");
}

TEST(Diff, RatiosOfASideThatIsNotThereHaveNoChange) {
  const Two both = two(run_text(10, 5, "gone"), run_text(10, 5, "fresh"));
  const Diff diff(with_ratios(both), {});
  for (size_t rank = 0; rank < diff.shown(); ++rank) {
    EXPECT_EQ(told_ratios(diff.row(rank).change.self_ratios), "-");
  }
}

TEST(Diff, ListsWhatChangedInARatioAlone) {
  const std::string text = "events: Ir Dr\nfn=f\n1 10 2\n";
  const Two both = two(text, "events: Ir Dr\nfn=f\n1 10 5\n");
  SelectionWords words;
  words.events = {"Ir", "Dr/Ir"};
  words.takes_ratios = true;
  DiffRuns runs;
  runs.old_runs.push_back({both.was.get(), select(*both.was, words).value()});
  runs.new_runs.push_back({both.is.get(), select(*both.is, words).value()});
  const Diff diff(runs, {});
  ASSERT_EQ(diff.row_count(), 1U);
  EXPECT_EQ(told_ratios(diff.row(0).change.self_ratios), "3/10");
  EXPECT_EQ(told_ratios(diff.total_ratios(Version::kOld)), "1/5");
  EXPECT_EQ(told_ratios(diff.total_ratios(Version::kNew)), "1/2");
}

TEST(DiffPeek, DiffersWhereARatioAloneDoes) {
  SelectionWords words;
  words.events = {"Ir", "Dr/Ir"};
  words.takes_ratios = true;
  const Two both = two("events: Ir Dr\nfn=f\n1 10 2\n", "events: Ir Dr\nfn=f\n1 10 5\n");
  const auto differs = [&words](const Profile& was, const Profile& is) {
    DiffRuns runs;
    runs.old_runs.push_back({&was, select(was, words).value()});
    runs.new_runs.push_back({&is, select(is, words).value()});
    return diff_peek(runs, "f").value().differs;
  };
  EXPECT_TRUE(differs(*both.was, *both.is));
  EXPECT_FALSE(differs(*both.was, *both.was));
}

/// f and g both call h: of h only a part is f's, which nothing tells.
std::unique_ptr<const Profile> below_f(int own, int given) {
  const auto whole = read_text(
      "events: Ir\nfn=main\n1 1\ncfn=f\ncalls=1 1\n2 " + std::to_string(own + given) +
      "\ncfn=g\ncalls=1 1\n3 60\nfn=f\n10 " + std::to_string(own) + "\ncfn=h\ncalls=4 1\n11 " +
      std::to_string(given) + "\nfn=g\n20 40\ncfn=h\ncalls=6 1\n21 20\nfn=h\n30 " +
      std::to_string(given + 20 - 30) + "\ncfn=i\ncalls=3 1\n32 30\nfn=i\n40 30\n");
  Result<Opened> focused = filter_profile(*whole, {.focus = {"^f$"}});
  EXPECT_TRUE(focused.has_value());
  return std::move(focused->profile);
}

TEST(DiffEstimates, MarkWhatAFilterSplit) {
  const Two both = {below_f(20, 40), below_f(25, 70)};
  const Diff diff(both.runs(), {});
  EXPECT_EQ(told(diff.totals(Version::kOld)), "60");
  EXPECT_EQ(told(diff.totals(Version::kNew)), "95");
  std::string rows;
  for (size_t rank = 0; rank < diff.shown(); ++rank) {
    const DiffRow row = diff.row(rank);
    rows += std::string(row.name.name) + " " + told(row.change.self) + " " +
            told(row.change.inclusive) + "; ";
  }
  EXPECT_TRUE(rows.find("f 5 35; ") != std::string::npos) << rows;
  EXPECT_TRUE(rows.find("h ~") != std::string::npos) << rows;
  EXPECT_TRUE(rows.find("i ~") != std::string::npos) << rows;
  EXPECT_TRUE(diff.selection().has_estimates);
  const DiffCalls calls(both.runs(), {});
  for (size_t rank = 0; rank < calls.shown(); ++rank) {
    const DiffCallRow row = calls.row(rank);
    EXPECT_EQ(certainty_of(row.change.inclusive[0]) == Certainty::kEstimated,
              row.caller.name == "h")
        << row.callee.name;
  }
}

TEST(DiffEstimates, OfOneSideMarkTheChange) {
  const Two both = {below_f(20, 40), read_text("events: Ir\nfn=h\n1 20\n")};
  const Diff diff(both.runs(), {.unchanged = true});
  for (size_t rank = 0; rank < diff.shown(); ++rank) {
    const DiffRow row = diff.row(rank);
    if (row.name.name == "h") {
      EXPECT_EQ(certainty_of(row.old_side->self[0]), Certainty::kEstimated);
      EXPECT_EQ(certainty_of(row.new_side->self[0]), Certainty::kExact);
      EXPECT_EQ(certainty_of(row.change.self[0]), Certainty::kEstimated);
    }
  }
}

TEST(Diff, SortsByTheChangeOfARatioNoValueLast) {
  const std::string was =
      "events: Ir\nfn=main\n1 10\ncfn=a\ncalls=2 1\n1 200\ncfn=b\ncalls=4 1\n1 40\n"
      "fn=a\n1 200\nfn=b\n1 40\n";
  const std::string is =
      "events: Ir\nfn=main\n1 900\ncfn=a\ncalls=4 1\n1 404\ncfn=b\ncalls=1 1\n1 30\n"
      "fn=a\n1 404\nfn=b\n1 30\n";
  const Two both = two(was, is);
  const Diff diff(with_ratios(both, "Ir/calls"), {});
  ASSERT_EQ(diff.row_count(), 3U);
  EXPECT_EQ(diff.row(0).name.name, "b");  // +20
  EXPECT_EQ(diff.row(1).name.name, "a");  // +1
  EXPECT_EQ(diff.row(2).name.name, "main");
  const DiffCalls calls(with_ratios(both, "incl:Ir/calls"), {});
  EXPECT_EQ(calls.row(0).callee.name, "b");
  EXPECT_EQ(told_ratios(calls.row(0).change.inclusive_ratios), "20/1");
  EXPECT_TRUE(calls.row(0).change.self_ratios.empty());
}

TEST(Diff, RatiosOfSeveralRunsAreMediansAndTellNoise) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  DiffRuns runs;
  SelectionWords words;
  words.events = {"Ir"};
  words.sort = "Ir/calls";
  words.takes_ratios = true;
  const auto add = [&](std::vector<DiffRun>& side, int calls, int each) {
    profiles.push_back(read_text(run_text(calls, each)));
    side.push_back({profiles.back().get(), select(*profiles.back(), words).value()});
  };
  add(runs.old_runs, 10, 5);
  add(runs.old_runs, 40, 9);
  add(runs.old_runs, 20, 6);
  add(runs.new_runs, 90, 8);  // far more calls, at a cost that the old runs had too
  const Diff diff(runs, {});
  const DiffRow leaf = diff.row(0);
  ASSERT_EQ(leaf.name.name, "leaf");
  EXPECT_EQ(told_ratios(leaf.old_side->self_ratios), "6/1");
  EXPECT_EQ(told_ratios(leaf.change.self_ratios), "2/1");
  EXPECT_TRUE(leaf.is_noise);
}

/// A query sees the ratio that is shown: the median of the runs' own, not that of their medians.
/// One old run and three new ones, whose profiles `profiles` keeps. The new ones cost 100, 120 and
/// 90 in 10, 40 and 30 calls: the medians are 100 in 30.
DiffRuns four_runs(const SelectionWords& words,
                   std::vector<std::unique_ptr<const Profile>>& profiles) {
  DiffRuns runs;
  const auto add = [&](std::vector<DiffRun>& side, int calls, int each) {
    profiles.push_back(read_text(run_text(calls, each)));
    side.push_back({profiles.back().get(), select(*profiles.back(), words).value()});
  };
  add(runs.old_runs, 10, 5);
  add(runs.new_runs, 10, 10);
  add(runs.new_runs, 40, 3);
  add(runs.new_runs, 30, 3);
  return runs;
}

TEST(Diff, QueriesOfSeveralRunsSeeTheRatiosThatAreShown) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  const auto names = [&](const std::string& where) {
    SelectionWords words;
    words.events = {"Ir", "Ir/calls"};
    words.defines = {"Each = Ir/calls"};
    words.takes_ratios = true;
    words.where = where;
    const DiffRuns runs = four_runs(words, profiles);
    const Diff diff(runs, {.unchanged = true});
    std::string text;
    for (size_t rank = 0; rank < diff.shown(); ++rank) {
      const DiffRow row = diff.row(rank);
      text += std::string(row.name.name) + " " + told_ratios(row.new_side->self_ratios) + " ";
    }
    return text;
  };
  EXPECT_EQ(names("Each = 3"), "leaf 3/1 ");
  EXPECT_EQ(names("Ir/calls = 3"), "leaf 3/1 ");
  EXPECT_EQ(names("incl(Each)/Each = 1"), "leaf 3/1 other 100/1 ");
  EXPECT_EQ(names("Each > 3"), "other 100/1 ");
  EXPECT_EQ(names("Ir/calls > 3"), "other 100/1 ");
}

TEST(DiffCalls, QueriesOfSeveralRunsSeeTheRatiosThatAreShown) {
  std::vector<std::unique_ptr<const Profile>> profiles;
  SelectionWords words;
  words.events = {"Ir", "Ir/calls"};
  words.takes_ratios = true;
  words.rows = RowKind::kCalls;
  words.where = "incl(Ir)/calls <= 3";
  const DiffRuns runs = four_runs(words, profiles);
  const DiffCalls calls(runs, {.unchanged = true});
  ASSERT_EQ(calls.row_count(), 1U);
  EXPECT_EQ(calls.row(0).callee.name, "leaf");
  EXPECT_EQ(told_ratios(calls.row(0).new_side->inclusive_ratios), "3/1");
}

TEST(DiffCalls, ComparesEdges) {
  const Two both = two(run_text(10, 5), run_text(11, 10));
  const DiffCalls calls(both.runs(), {});
  ASSERT_EQ(calls.row_count(), 1U);
  EXPECT_EQ(calls.unchanged(), 1U);
  const DiffCallRow row = calls.row(0);
  EXPECT_EQ(row.caller.name, "main");
  EXPECT_EQ(row.callee.name, "leaf");
  EXPECT_EQ(told(row.change.inclusive[0]), "60");
  EXPECT_EQ(told(row.change.split->more_calls), "5");
  EXPECT_EQ(told(*row.old_side->calls), "10");
}

TEST(Diff, ListsWhatFitsTheQuery) {
  const Two both = two(run_text(10, 5, "gone"), run_text(11, 10));
  const auto names = [&both](std::string where) {
    const Diff diff(both.runs({.where = std::move(where)}), {});
    std::string text;
    for (size_t rank = 0; rank < diff.shown(); ++rank) {
      text += std::string(diff.row(rank).name.name) + " ";
    }
    return text + std::to_string(diff.left_out());
  };
  EXPECT_EQ(names(""), "leaf gone main 0");
  EXPECT_EQ(names("name ~ /^leaf$/"), "leaf 2");
  EXPECT_EQ(names("self(Ir) = 50"), "gone 2");  // its old cost: it is gone
  EXPECT_EQ(names("calls = 11"), "leaf 2");
  EXPECT_EQ(names("incl(Ir) > 90%"), "main 2");
}

TEST(DiffCalls, ListsWhatFitsTheQuery) {
  const Two both = two(run_text(10, 5, "gone"), run_text(11, 10));
  Words words{.where = "callee ~ /leaf|gone/ and calls < 11"};
  words.rows = RowKind::kCalls;
  const DiffCalls calls(both.runs(words), {});
  ASSERT_EQ(calls.row_count(), 1U);
  EXPECT_EQ(calls.row(0).callee.name, "gone");
  EXPECT_EQ(calls.left_out(), 1U);
  EXPECT_EQ(calls.unchanged(), 1U);
}

TEST(DiffPeek, ShowsBothSidesOfAFunction) {
  const Two both = two(run_text(10, 5), run_text(11, 10));
  const Result<DiffPeek> peek = diff_peek(both.runs(), "main");
  ASSERT_TRUE(peek.has_value());
  EXPECT_EQ(peek->callers_in_all, 0U);
  ASSERT_EQ(peek->callees.size(), 2U);
  EXPECT_EQ(peek->callees[0].callee.name, "leaf");
  EXPECT_FALSE(diff_peek(both.runs(), "nobody").has_value());
}

}  // namespace
}  // namespace quern
