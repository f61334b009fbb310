// SPDX-License-Identifier: MIT
#include "quern/views/lists/top.h"

#include <optional>

#include "quern/model/builder.h"
#include "quern/query/test_support.h"

namespace quern {
namespace {

/// main -> walk (direct recursion) -> leaf; even and odd call each other.
constexpr std::string_view kCalls =
    "events: Ir Dr\n"
    "ob=app\nfl=main.c\n"
    "fn=main\n1 10 1\ncalls=1 1\n2 80 8\ncfn=even\ncalls=1 1\n3 100 9\n"
    "fn=walk\n1 30 2\ncalls=3 1\n1 40 0\ncfi=leaf.c\ncfn=leaf\ncalls=4 1\n1 50 6\n"
    "fl=leaf.c\nfn=leaf\n1 50 6\n"
    "fl=main.c\nfn=even\n1 40 4\ncfn=odd\ncalls=2 1\n1 60 5\n"
    "fn=odd\n1 60 5\ncfn=even\ncalls=1 1\n1 10 1\n";

/// The text with each `calls=` that lacks a cfn= before it given one.
std::unique_ptr<const Profile> calls(Keep keep = Keep::kSums) {
  std::string text(kCalls);
  const auto name_callee = [&text](std::string_view before, std::string_view callee) {
    text.insert(text.find(before), "cfn=" + std::string(callee) + "\n");
  };
  name_callee("calls=1 1\n2 80", "walk");
  name_callee("calls=3 1\n1 40", "walk");
  return read_text(text, keep);
}

std::string top_line(const TopRow& row) {
  std::string text(row.name.name);
  text += " self " + told(row.self) + " inclusive";
  for (const Amount& amount : row.inclusive) {
    text += " " + told(amount);
  }
  text += row.calls ? " calls " + told(*row.calls) : "";
  text += row.cycle ? " cycle " + std::to_string(*row.cycle) : "";
  return text;
}

std::string names(const Top& top, size_t count) {
  std::string text;
  for (size_t rank = 0; rank < count; ++rank) {
    text += text.empty() ? "" : " ";
    text += top.row(rank).name.name;
  }
  return text;
}

Top top_of(const Profile& profile, const Words& words = {}) {
  return {profile, selected(profile, words)};
}

TEST(Top, SortsBySelfCost) {
  const auto profile = calls();
  const Top top = top_of(*profile);
  EXPECT_EQ(names(top, top.shown()), "odd leaf even walk main");
  EXPECT_EQ(told(top.totals()), "190");
  EXPECT_EQ(told(top.not_shown()), "0");
  EXPECT_TRUE(top.has_calls());
}

TEST(Top, SortsByInclusiveCostOrItsLowerBound) {
  const auto profile = calls();
  const Top top = top_of(*profile, {.sort = "incl"});
  EXPECT_EQ(names(top, top.shown()), "main even walk odd leaf");
}

TEST(Top, WhatNoCallCarriesHasALowerBound) {
  for (const Keep keep : {Keep::kSums, Keep::kAll}) {
    const auto profile = read_text(
        "events: Ir AcCost1\n"
        "fn=main\n1 10 3\ncfn=leaf\ncalls=1 1\n2 50\n"
        "fn=leaf\n1 50 7\ncfn=leaf\ncalls=2 1\n1 20\ncfn=deep\ncalls=1 1\n1 0\n"
        "fn=deep\n1 0 2\n",
        keep);
    const Top top = top_of(*profile, {.events = {"AcCost1", "Ir"}});
    EXPECT_EQ(top_line(top.row(0)), "leaf self 7 50 inclusive 7..12 50 calls 3 cycle 1");
    EXPECT_EQ(top_line(top.row(1)), "main self 3 10 inclusive 3..12 60 calls 0");
  }
}

TEST(Top, CallsWhoseCostsCancelOutCarryThem) {
  const auto profile = read_text(
      "events: Ir\nfn=main\n1 0\ncfn=a\ncalls=1 1\n2 -100\ncfn=b\ncalls=1 1\n3 100\n"
      "fn=a\n1 -100\nfn=b\n1 100\n",
      Keep::kSums);
  EXPECT_EQ(top_line(top_of(*profile).row(0)), "b self 100 inclusive 100 calls 1");
}

TEST(Top, CallsOfOneFunctionByItselfLeaveItsCostExact) {
  const auto profile = read_text("events: Ir\nfn=f\n1 10\ncfn=f\ncalls=2 1\n1 5\n", Keep::kSums);
  EXPECT_EQ(top_line(top_of(*profile).row(0)), "f self 10 inclusive 10 calls 2 cycle 1");
}

TEST(Top, RowsTellCostsCallsAndCycles) {
  for (const Keep keep : {Keep::kSums, Keep::kAll}) {
    const auto profile = calls(keep);
    const Top top = top_of(*profile, {.all_events = true});
    EXPECT_EQ(top_line(top.row(0)), "odd self 60 5 inclusive 60..60 5..5 calls 2 cycle 2");
    EXPECT_EQ(top_line(top.row(1)), "leaf self 50 6 inclusive 50 6 calls 4");
    EXPECT_EQ(top_line(top.row(2)), "even self 40 4 inclusive 100..100 9..9 calls 2 cycle 2");
    EXPECT_EQ(top_line(top.row(3)), "walk self 30 2 inclusive 80 8 calls 4 cycle 1");
    EXPECT_EQ(top_line(top.row(4)), "main self 10 1 inclusive 190 18 calls 0");
    EXPECT_EQ(top.row(1).name.file, "leaf.c");
    EXPECT_EQ(top.row(1).name.object, "app");
  }
}

TEST(Top, ShowsAsManyAsTheLimitAndTellsTheRest) {
  const auto profile = calls();
  const Top top = top_of(*profile, {.limit = 2, .all_events = true});
  EXPECT_EQ(top.shown(), 2U);
  EXPECT_EQ(top.row_count(), 5U);
  EXPECT_EQ(told(top.not_shown()), "80 7");
  EXPECT_EQ(top_of(*profile, {.limit = 0}).shown(), 5U);
  EXPECT_EQ(top_of(*profile, {.limit = 9}).shown(), 5U);
}

TEST(Top, RanksRowsBeyondTheLimitWhenAsked) {
  const auto profile = calls();
  Top top = top_of(*profile, {.limit = 1});
  EXPECT_EQ(top.row(4).name.name, "main");
  const Top moved = std::move(top);
  EXPECT_EQ(names(moved, moved.row_count()), "odd leaf even walk main");
}

TEST(Top, EqualCostsAreOrderedByNameFileAndObject) {
  const auto profile = read_text(
      "events: Ir\nob=z\nfl=b.c\nfn=f\n1 5\nfl=a.c\nfn=f\n1 5\nob=y\nfl=b.c\nfn=f\n1 5\n"
      "fn=\xff\n1 5\nfn=e\n1 5\n");
  const Top top = top_of(*profile);
  std::string text;
  for (size_t rank = 0; rank < top.shown(); ++rank) {
    const RowName name = top.row(rank).name;
    text += std::string(name.name) + "," + std::string(name.file) + "," + std::string(name.object) +
            " ";
  }
  EXPECT_EQ(text, "e,b.c,y f,a.c,z f,b.c,y f,b.c,z \xff,b.c,y ");
}

TEST(Top, ALimitPicksTheSameRowsAsSortingAll) {
  std::string text = "events: Ir\n";
  for (int function = 0; function < 300; ++function) {
    text +=
        "fn=f" + std::to_string(function) + "\n1 " + std::to_string(function * 7919 % 13) + "\n";
  }
  const auto profile = read_text(text);
  const Top all = top_of(*profile, {.limit = 0});
  const Top some = top_of(*profile, {.limit = 37});
  EXPECT_EQ(names(some, 300), names(all, 300));
}

/// Files and lines of two objects; b is inlined from h.h, where it costs something too.
constexpr std::string_view kPlaces =
    "positions: line\nevents: Ir\nob=two\nfl=b.c\nfn=a\n7 5\n3 1\nfn=b\nfi=h.h\n1 9\nfe=b.c\n"
    "2 2\nob=one\nfl=z.c\nfn=c\n9 100\nfl=b.c\nfn=d\n4 1\nob=\nfl=a.c\nfn=e\n1 50\nfl=\nfn=f\n1 "
    "9\n";

TEST(Top, SortsByPlaceWithLinesThatRecordsTell) {
  const auto profile = read_text(kPlaces, Keep::kAll);
  const Top top = top_of(*profile, {.sort = "place", .limit = 3});
  // Objects, files, lines, and what is not known behind what is.
  EXPECT_EQ(names(top, top.row_count()), "d c b a e f");
  EXPECT_EQ(top.row(2).name.line, 2U);
  EXPECT_EQ(top.row(3).name.line, 3U);
  const auto sums = read_text(kPlaces);
  const Top without = top_of(*sums, {.sort = "place"});
  EXPECT_EQ(names(without, without.row_count()), "d c a b e f");
  EXPECT_EQ(without.row(2).name.line, 0U);
  EXPECT_EQ(told(without.not_shown()), "0");
}

TEST(Top, SortsByName) {
  const auto profile = read_text(kPlaces);
  for (const size_t limit : {0U, 2U}) {
    const Top top = top_of(*profile, {.sort = "name", .limit = limit});
    EXPECT_EQ(names(top, top.row_count()), "a b c d e f");
    EXPECT_EQ(top.rank_of(top.node(4)), 4U);
  }
}

TEST(Top, EventsCalledPlaceStillSort) {
  const auto profile = read_text("events: name place\nfn=a\n1 5 1\nfn=b\n1 1 5\n");
  EXPECT_EQ(names(top_of(*profile, {.sort = "place"}), 2), "b a");
  EXPECT_EQ(names(top_of(*profile, {.sort = "name"}), 2), "a b");
}

TEST(Top, RunningTotalsAddUpTheRowsAbove) {
  const auto profile = calls();
  const Top top = top_of(*profile, {.sort = "Dr", .limit = 4, .all_events = true, .running = true});
  std::string text;
  for (size_t rank = 0; rank < top.shown(); ++rank) {
    text += std::string(top.row(rank).name.name) + " " + told(*top.row(rank).running) + " ";
  }
  EXPECT_EQ(text, "leaf 6 odd 11 even 15 walk 17 ");
  EXPECT_EQ(told(top.not_shown()), "10 1");  // with 17 the total
  EXPECT_FALSE(top_of(*profile).row(0).running);
  const Top some = top_of(*profile, {.where = "name != leaf", .running = true});
  EXPECT_EQ(told(*some.row(3).running), "140");
}

TEST(Top, OnlySelfCostsHaveRunningTotals) {
  const auto profile = calls();
  for (const std::string sort : {"incl", "incl:Dr", "name", "place", "calls"}) {
    SelectionWords words = Words{.sort = sort, .running = true}.words();
    words.takes_ratios = true;
    const Result<Selection> selection = select(*profile, words);
    ASSERT_FALSE(selection) << sort;
    EXPECT_EQ(selection.error().code, "no-running-total");
  }
}

TEST(Top, FoldersAddUpByTheirFirstComponents) {
  const auto profile = read_text(
      "events: Ir\nfl=/usr/src/a/x.c\nfn=f\n1 1\nfl=/usr/src/b/y.c\nfn=g\n1 "
      "2\nfl=/usr/z.c\nfn=h\n1 "
      "4\nfl=lib/q.c\nfn=i\n1 8\nfl=w.c\nfn=j\n1 16\n");
  const auto folders = [&](size_t depth) {
    const Top top = top_of(*profile, {.sort = "name", .group_by = "dir", .dir_depth = depth});
    std::string text;
    for (size_t rank = 0; rank < top.shown(); ++rank) {
      const TopRow row = top.row(rank);
      text += std::string(row.name.name) + " " + told(row.self) + " ";
    }
    EXPECT_EQ(told(top.totals()), "31");
    return text;
  };
  EXPECT_EQ(folders(0), ". 16 /usr 4 /usr/src/a 1 /usr/src/b 2 lib 8 ");
  EXPECT_EQ(folders(1), ". 16 /usr 7 lib 8 ");
  EXPECT_EQ(folders(2), ". 16 /usr 4 /usr/src 3 lib 8 ");
  EXPECT_EQ(folders(9), folders(0));
}

TEST(Top, HasNoCallsWhereTheInputRecordsNone) {
  const auto profile = read_text("events: Ir\nfn=a\n1 5\n");
  const Top top = top_of(*profile);
  EXPECT_FALSE(top.has_calls());
  EXPECT_FALSE(top.row(0).calls);
}

TEST(Top, CallsThatWereNotCountedAreZero) {
  const auto profile = read_text("events: Ir\nfn=a\n1 5\ncfn=b\ncalls=0 1\n1 3\nfn=b\n1 3\n");
  const Top top = top_of(*profile);
  EXPECT_TRUE(top.has_calls());
  EXPECT_EQ(top_line(top.row(1)), "b self 3 inclusive 3 calls 0");
}

TEST(Top, FunctionsThatOnlyJumpsNameAreNoRows) {
  const auto profile =
      read_text("events: Ir\nfl=a.c\nfn=a\n1 5\njfi=x.c\njfn=nowhere\njump=1 2\n1\n");
  const Top top = top_of(*profile);
  EXPECT_EQ(top.row_count(), 1U);
  EXPECT_EQ(top_of(*profile, {.group_by = "name"}).row_count(), 1U);
}

TEST(Top, GroupsHaveWhatAllMembersShare) {
  const auto profile = read_text(
      "events: Ir\nob=one\nfl=a.c\nfn=f\n1 5\nfl=b.c\nfn=f\n1 6\nob=two\nfl=a.c\nfn=g\n1 1\n");
  const Top by_name = top_of(*profile, {.group_by = "name"});
  EXPECT_EQ(top_line(by_name.row(0)), "f self 11 inclusive 11");
  EXPECT_EQ(by_name.row(0).name.file, "");
  EXPECT_EQ(by_name.row(0).name.object, "one");
  const Top by_file = top_of(*profile, {.group_by = "file"});
  EXPECT_EQ(by_file.row(0).name.name, "a.c");
  EXPECT_EQ(by_file.row(0).name.file, "a.c");
  EXPECT_EQ(by_file.row(0).name.object, "");
}

TEST(Top, CallsInsideAGroupAreNoCycle) {
  const auto profile = calls();
  const Top top = top_of(*profile, {.group_by = "file"});
  EXPECT_EQ(top_line(top.row(0)), "main.c self 140 inclusive 190 calls 8");
  EXPECT_EQ(top_line(top.row(1)), "leaf.c self 50 inclusive 50 calls 4");
}

TEST(Top, AnswersOfSomePartsOnly) {
  const auto profile = read_text(
      "version: 1\nevents: Ir\npart: 1\nfn=a\n1 1\ncfn=b\ncalls=1 1\n1 4\n"
      "\nevents: Ir\npart: 2\nfn=a\n1 10\ncfn=b\ncalls=2 1\n1 40\n");
  const Top top = top_of(*profile, {.parts = "2"});
  EXPECT_EQ(told(top.totals()), "10");
  EXPECT_EQ(top_line(top.row(0)), "a self 10 inclusive 50 calls 0");
  EXPECT_EQ(top_line(top.row(1)), "b self 0 inclusive 0 calls 2");
}

TEST(Top, TellsFunctionsThatTheirRecordsPutAboveTheTotal) {
  const auto profile = read_text(
      "events: Ir Dr\nfn=a\n1 1 1\ncfn=b\ncalls=1 1\n1 900 0\nfn=b\n1 4 4\ncfn=c\ncalls=1 1\n"
      "1 7 0\nfn=c\n1 1 1\n");
  const Top top = top_of(*profile, {.all_events = true});
  const std::vector<Finding> above = top.above_total().sorted();
  ASSERT_EQ(above.size(), 2U);
  EXPECT_EQ(above[0].message, "inclusive cost of a is 901 Ir, above the total of 6 Ir");
  EXPECT_EQ(above[0].code->name, "inclusive-above-total");
  EXPECT_EQ(above[1].message, "inclusive cost of b is 11 Ir, above the total of 6 Ir");
}

TEST(Top, NegativeCostsPutNothingAboveTheTotal) {
  const auto profile = read_text("events: Ir\nfn=a\n1 10\nfn=b\n1 -8\n");
  EXPECT_TRUE(top_of(*profile).above_total().empty());
}

TEST(Top, AnInputWithoutEventsHasRowsWithoutCosts) {
  ProfileBuilder builder(Keep::kSums);
  builder.begin_part({}, {});
  for (const char* const name : {"b", "a"}) {
    Symbols& symbols = builder.symbols();
    const Position at{0, 1};
    const FunctionId function =
        symbols.functions.intern({symbols.names.intern(name), kUnknownName, kUnknownName});
    builder.self_costs({function, kUnknownName, {&at, 1}, nullptr});
  }
  builder.end_part({});
  builder.end_input({});
  const auto profile = builder.finish();
  const Top top = top_of(*profile, {.all_events = true});
  EXPECT_EQ(names(top, top.shown()), "a b");
  EXPECT_EQ(top.shown(), 2U);
  EXPECT_TRUE(top.not_shown().empty());
}

}  // namespace
}  // namespace quern
