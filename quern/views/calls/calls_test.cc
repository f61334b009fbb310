// SPDX-License-Identifier: MIT
#include "quern/views/calls/calls.h"

#include "quern/query/test_support.h"

namespace quern {
namespace {

/// b is called from two lines of main, one of them in another file; c by b, which recurs.
constexpr std::string_view kCallsText =
    "positions: line\nevents: Ir Dr\nfl=a.c\nfn=main\n1 1 1\n"
    "cfn=b\ncalls=2 9\n5 20 2\n"
    "cfn=b\ncalls=3 9\n4 30 3\n"
    "cfn=b\ncalls=1 9\n5 7 0\n"
    "fi=inline.h\ncfi=a.c\ncfn=b\ncalls=1 9\n4 5 5\n"
    "fn=b\n9 62 10\ncfn=b\ncalls=6 9\n9 100 0\ncfn=c\ncalls=1 20\n10 8 1\n"
    "fn=c\n20 8 1\n";

std::string line_of(const CallRow& row) {
  std::string text = std::string(row.caller.name) + ">" + std::string(row.callee.name) + " " +
                     to_decimal(exactly(row.count)) + "x " + told(row.inclusive);
  for (const CallSite& site : row.sites) {
    text += " | " + std::string(site.file) + ":" + (site.line ? std::to_string(*site.line) : "-") +
            (site.address ? "@" + std::to_string(*site.address) : "") + " " +
            to_decimal(exactly(site.count)) + "x " + told(site.inclusive);
  }
  return text + (row.is_recursive ? " recursive" : "");
}

Calls calls_of(const Profile& profile, const Words& words = {}) {
  return {profile, selected(profile, words)};
}

TEST(Calls, AddsUpTheCallsOfEachPair) {
  const auto profile = read_text(kCallsText);
  const Calls calls = calls_of(*profile, {.all_events = true});
  ASSERT_EQ(calls.row_count(), 3U);
  EXPECT_EQ(calls.shown(), 3U);
  EXPECT_EQ(line_of(calls.row(0)), "b>b 6x 100 0 recursive");
  EXPECT_EQ(line_of(calls.row(1)), "main>b 7x 62 10");
  EXPECT_EQ(line_of(calls.row(2)), "b>c 1x 8 1");
  EXPECT_EQ(told(calls.totals()), "71 12");
  EXPECT_TRUE(calls.highest_not_shown().empty());
}

TEST(Calls, SortsByThePlacesOfCallerThenCallee) {
  const auto profile = read_text(kCallsText, Keep::kAll);
  const auto listed = [&](const std::string& sort) {
    const Calls calls = calls_of(*profile, {.sort = sort});
    std::string text;
    for (size_t rank = 0; rank < calls.shown(); ++rank) {
      const CallRow row = calls.row(rank);
      text += std::string(row.caller.name) + ">" + std::string(row.callee.name) + " ";
    }
    return text;
  };
  EXPECT_EQ(listed("place"), "main>b b>b b>c ");
  EXPECT_EQ(listed("name"), "b>b b>c main>b ");
  EXPECT_EQ(calls_of(*profile, {.sort = "place"}).row(2).callee.line, 20U);
}

TEST(Calls, TellsSitesByFileAndLineAfterAFullLoad) {
  const auto profile = read_text(kCallsText, Keep::kAll);
  const Calls calls = calls_of(*profile, {.all_events = true});
  EXPECT_EQ(line_of(calls.row(0)), "b>b 6x 100 0 | a.c:9 6x 100 0 recursive");
  EXPECT_EQ(line_of(calls.row(1)),
            "main>b 7x 62 10 | a.c:4 3x 30 3 | a.c:5 3x 27 2 | inline.h:4 1x 5 5");
}

TEST(Calls, SitesHaveThePositionsThatTheirPartHas) {
  const auto profile = read_text(
      "positions: instr\nevents: Ir\nfn=a\n0x10 1\ncfn=b\ncalls=1 0x20\n0x11 3\nfn=b\n0x20 3\n"
      "\npositions: instr line\nevents: Ir\nfn=a\n0x10 1 1\ncfn=b\ncalls=1 0x20 2\n0x11 7 3\n",
      Keep::kAll);
  EXPECT_EQ(line_of(calls_of(*profile).row(0)), "a>b 2x 6 | :-@17 1x 3 | :7@17 1x 3");
}

TEST(Calls, SortsByTheSortEventThenByNames) {
  const auto profile = read_text(
      "events: Ir Dr\nfn=z\ncfn=a\ncalls=1 1\n1 5 1\ncfn=b\ncalls=1 1\n1 5 2\n"
      "fn=y\ncfn=b\ncalls=1 1\n1 5 0\nfn=a\n1 1 1\n");
  const Calls by_ir = calls_of(*profile);
  EXPECT_EQ(line_of(by_ir.row(0)), "y>b 1x 5");
  EXPECT_EQ(line_of(by_ir.row(1)), "z>a 1x 5");
  EXPECT_EQ(line_of(by_ir.row(2)), "z>b 1x 5");
  EXPECT_EQ(line_of(calls_of(*profile, {.sort = "Dr"}).row(0)), "z>b 1x 5 2");
}

TEST(Calls, TellsWhatTheLimitHides) {
  const auto profile = read_text(kCallsText, Keep::kAll);
  const Calls calls = calls_of(*profile, {.limit = 1, .all_events = true});
  EXPECT_EQ(calls.shown(), 1U);
  EXPECT_EQ(calls.row_count(), 3U);
  EXPECT_EQ(told(*calls.count_not_shown()), "8");
  EXPECT_EQ(told(calls.highest_not_shown()), "62 10");
  EXPECT_EQ(calls.row(0).sites.size(), 1U);
}

TEST(Calls, ContractsGroups) {
  const auto profile = read_text(
      "events: Ir\nob=app\nfn=main\n1 1\ncob=lib\ncfn=f\ncalls=2 1\n1 9\n"
      "ob=lib\nfn=f\n1 4\ncfn=g\ncalls=3 1\n1 5\nfn=g\n1 5\n",
      Keep::kAll);
  const Calls calls = calls_of(*profile, {.group_by = "object"});
  EXPECT_EQ(line_of(calls.row(0)), "app>lib 2x 9 | :1 2x 9");
  EXPECT_EQ(line_of(calls.row(1)), "lib>lib 3x 5 | :1 3x 5 recursive");
}

TEST(Calls, AnswersOfSomePartsOnly) {
  const auto profile = read_text(
      "version: 1\nevents: Ir\npart: 1\nfn=a\n1 1\ncfn=b\ncalls=1 1\n1 4\n"
      "\nevents: Ir\npart: 2\nfn=a\n1 10\ncfn=b\ncalls=2 1\n1 40\n",
      Keep::kAll);
  const Calls calls = calls_of(*profile, {.parts = "1"});
  ASSERT_EQ(calls.row_count(), 1U);
  EXPECT_EQ(line_of(calls.row(0)), "a>b 1x 4 | :1 1x 4");
}

TEST(Calls, ColumnsMayBeDerived) {
  const auto profile = read_text("event: Sum = Ir + 2 Dr\n" + std::string(kCallsText), Keep::kAll);
  EXPECT_EQ(line_of(calls_of(*profile, {.events = {"Sum"}}).row(1)),
            "main>b 7x 82 | a.c:4 3x 36 | a.c:5 3x 31 | inline.h:4 1x 15");
}

TEST(Calls, AProfileWithoutCallsHasNoRows) {
  const auto profile = read_text("events: Ir\nfn=a\n1 5\n", Keep::kAll);
  const Calls calls = calls_of(*profile);
  EXPECT_EQ(calls.row_count(), 0U);
  EXPECT_FALSE(calls.count_not_shown()) << "calls are not counted";
}

}  // namespace
}  // namespace quern
