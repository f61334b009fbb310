// SPDX-License-Identifier: MIT
#include "quern/views/input/info.h"

#include "quern/query/test_support.h"

namespace quern {
namespace {

constexpr std::string_view kInfoText =
    "version: 1\ncreator: callgrind-3.19.0\npid: 42\ncmd: ./app -x\npart: 1\n"
    "positions: line\nevent: Both = Ir + Dr\nevent: Lost = Nope\nevents: Ir Dr\n"
    "ob=app\nfl=a.c\nfn=main\n1 10 1\n2 5 0\nfi=inline.h\n3 1 0\nfe=a.c\n"
    "cob=lib\ncfi=b.c\ncfn=f\ncalls=1 1\n4 7 2\n"
    "ob=lib\nfl=b.c\nfn=f\n1 7 2\njump=1 2\n1\n"
    "totals: 23 3\n"
    "\npid: 42\ncmd: ./app -x\npart: 2\nthread: 3\ndesc: Trigger: Program termination\n"
    "positions: instr line\nevents: Dr\nob=app\nfl=a.c\nfn=main\n0x10 1 4\ntotals: 4\n";

TEST(Info, TellsWhereTheProfileIsFrom) {
  const auto profile = read_text(kInfoText);
  const Info info = info_of(*profile);
  EXPECT_EQ(info.files, std::vector<std::string>{"in.callgrind"});
  EXPECT_EQ(info.format, "callgrind");
  EXPECT_EQ(info.dialect, profile->inputs()[0].dialect);
  EXPECT_EQ(info.creator, "callgrind-3.19.0");
  EXPECT_EQ(info.command, "./app -x");
  EXPECT_EQ(info.pid, 42U);
  EXPECT_EQ(info.text_bytes, kInfoText.size());
}

TEST(Info, AddsUpPartsByTheProfilesEvents) {
  for (const Keep keep : {Keep::kTotals, Keep::kSums, Keep::kAll}) {
    const auto profile = read_text(kInfoText, keep);
    const Info info = info_of(*profile);
    EXPECT_EQ(told(info.totals), "23 7");
    ASSERT_EQ(info.parts.size(), 2U);
    EXPECT_EQ(info.parts[0].number, 1U);
    EXPECT_EQ(told(part_totals(info, info.parts[0])), "23 3");
    EXPECT_EQ(info.parts[1].thread, 3U);
    EXPECT_EQ(info.parts[1].trigger, profile->parts()[1].header.trigger);
    EXPECT_EQ(told(part_totals(info, info.parts[1])), "0 4");
  }
}

TEST(Info, NamesWhatPercentagesAreOf) {
  const std::string text =
      "part: 1\nevents: Ir\nsummary: 1000\nfl=a.c\nfn=main\n1 100\ntotals: 100\n"
      "part: 2\nevents: Ir\nfl=a.c\nfn=main\n1 7\n";
  for (const Keep keep : {Keep::kTotals, Keep::kSums, Keep::kAll}) {
    for (const auto& profile : {read_text(text, keep), read_whole(text, keep)}) {
      const Info info = info_of(*profile);
      ASSERT_TRUE(info.percent_base);
      EXPECT_EQ(told(*info.percent_base), "1007");
      EXPECT_EQ(told(info.totals), "107");
      EXPECT_EQ(told(part_totals(info, info.parts[0])), "100");
      EXPECT_EQ(info.counts.functions, 1U);
      EXPECT_EQ(info.counts.lines, 2U);
    }
  }
  EXPECT_FALSE(info_of(*read_text(kInfoText)).percent_base);
}

std::string xdebug_part(const std::string& release, const std::string& summary) {
  return "\n==== NEW PROFILING FILE ====\nversion: 1\ncreator: xdebug " + release +
         " (PHP 8.1.0)\ncmd: a.php\npart: 1\npositions: line\n\nevents: Time Memory\n\n"
         "fl=a.php\nfn={main}\n1 50 70\n\nsummary: " +
         summary + "\n\n";
}

TEST(Info, KnowsWhatXdebugsSummaryIs) {
  const auto both = read_text(xdebug_part("2.8.1", "60 900") + xdebug_part("3.1.0", "55 800"));
  const Info info = info_of(*both);
  ASSERT_TRUE(info.declared_summary);
  EXPECT_EQ(told(*info.declared_summary), "115 900");
  EXPECT_TRUE(info.declared_as == (std::vector{DeclaredAs::kWholeRun, DeclaredAs::kPeak}));
  for (const char* release : {"2.5.4", "2.7.2"}) {
    EXPECT_TRUE(info_of(*read_text(xdebug_part(release, "60 70"))).declared_as[1] ==
                DeclaredAs::kSum);
  }
  EXPECT_TRUE(info_of(*read_text("events: Time\nfn=f\n1 1\n")).declared_as[0] == DeclaredAs::kSum);
}

TEST(Info, NamesEventsInFull) {
  const Info info = info_of(*read_text(kInfoText));
  ASSERT_EQ(info.events.size(), 2U);
  EXPECT_EQ(info.events[0].name, "Ir");
  EXPECT_FALSE(info.events[0].long_name.empty());
}

TEST(Info, EvaluatesDerivedEventsOverTheTotals) {
  const Info info = info_of(*read_text(kInfoText));
  ASSERT_FALSE(info.derived.empty());
  EXPECT_EQ(info.derived[0].event.name, "Both");
  EXPECT_TRUE(info.derived[0].value == int128{30});
  EXPECT_FALSE(info.derived[0].ratio);
  ASSERT_EQ(info.unavailable.size(), 1U);
  EXPECT_EQ(info.unavailable[0].name, "Lost");
}

TEST(Info, EvaluatesRatiosOverTheTotals) {
  const Info info = info_of(*read_text("events: Ir I1mr\nfn=a\n1 10 5\n"));
  const auto rate = std::ranges::find_if(
      info.derived, [](const InfoDerived& row) { return row.event.name == "I1MissRate"; });
  ASSERT_NE(rate, info.derived.end());
  EXPECT_FALSE(rate->value);
  EXPECT_TRUE(rate->ratio == (Ratio{5, 10}));
}

TEST(Info, AddsDeclaredTotalsWhereEachPartHasThem) {
  const Info info = info_of(*read_text(kInfoText));
  ASSERT_TRUE(info.declared_totals);
  EXPECT_EQ(told(*info.declared_totals), "23 7");
  EXPECT_FALSE(info.declared_summary);
  std::string text(kInfoText);
  text.erase(text.find("totals: 4"));
  EXPECT_FALSE(info_of(*read_text(text)).declared_totals);
}

TEST(Info, OfSeveralSummariesTheLastCounts) {
  const auto profile =
      read_text("events: Ir\nsummary: 5\nfn=a\n1 7\nsummary: 9\n", Keep::kTotals, true);
  const Info info = info_of(*profile);
  ASSERT_EQ(profile->parts().at(0).header.summaries.size(), 2U);
  EXPECT_EQ(told(info.declared_summary.value()), "9");
}

TEST(Info, CountsFunctionsFilesAndObjects) {
  const Info::Counts sums = info_of(*read_text(kInfoText)).counts;
  EXPECT_EQ(sums.functions, 2U);
  EXPECT_EQ(sums.files, 2U);
  EXPECT_EQ(sums.objects, 2U);
  EXPECT_EQ(sums.calls, 1U);
  EXPECT_EQ(sums.jumps, 1U);
  EXPECT_EQ(sums.contexts, 0U);
  EXPECT_EQ(info_of(*read_text(kInfoText, Keep::kAll)).counts.files, 3U) << "inline.h too";
}

TEST(Info, CountsRecordsByTheirPositions) {
  const Info::Counts all = info_of(*read_text(kInfoText, Keep::kAll)).counts;
  EXPECT_EQ(all.lines, 5U);
  EXPECT_EQ(all.instructions, 1U);
  const Info::Counts lines = info_of(*read_text("events: Ir\nfn=a\n1 1\n2 1\n")).counts;
  EXPECT_EQ(lines.lines, 2U);
  EXPECT_EQ(lines.instructions, 0U);
  const Info::Counts addresses =
      info_of(*read_text("positions: instr\nevents: Ir\nfn=a\n0x1 1\n0x2 1\n")).counts;
  const Info::Counts sums = info_of(*read_text(kInfoText)).counts;
  EXPECT_EQ(sums.lines, 5U) << "without records too";
  EXPECT_EQ(sums.instructions, 1U) << "of the part that has them alone";
  EXPECT_EQ(addresses.lines, 0U);
  EXPECT_EQ(addresses.instructions, 2U);
}

TEST(Info, UnknownNamesAndTargetsOfJumpsAreNotCounted) {
  const Info::Counts counts =
      info_of(*read_text("events: Ir\nfn=a\n1 5\njfi=x.c\njfn=nowhere\njump=1 2\n1\n")).counts;
  EXPECT_EQ(counts.functions, 1U);
  EXPECT_EQ(counts.files, 0U);
  EXPECT_EQ(counts.objects, 0U);
}

TEST(Info, ListsWarningsByCodeAtTheirFirstPlace) {
  const auto profile = read_text("events: Ir\nfn=a\n1 5\nwhat=1\nfn=b\n1 5\nelse=1\n");
  const Info info = info_of(*profile);
  const std::vector<Findings::Kind>& kinds = profile->inputs()[0].findings.kinds();
  ASSERT_FALSE(kinds.empty());
  ASSERT_EQ(info.warnings.size(), kinds.size());
  EXPECT_EQ(info.warnings[0].input, "in.callgrind");
  EXPECT_EQ(info.warnings[0].code, kinds[0].code);
  EXPECT_EQ(info.warnings[0].count, 2U);
  EXPECT_EQ(info.warnings[0].place, (Place{4, 1}));
  EXPECT_EQ(info.warnings[0].message, kinds[0].kept[0].message);
}

TEST(Info, SaysNothingWhereProcessesDiffer) {
  const Info info = info_of(*read_text(
      "version: 1\npid: 1\nevents: Ir\nfn=a\n1 1\n\nversion: 1\npid: 2\nevents: Ir\nfn=a\n1 1\n"));
  ASSERT_EQ(info.parts.size(), 2U);
  EXPECT_FALSE(info.pid);
  EXPECT_EQ(info.parts[1].pid, 2U);
}

TEST(Summary, JoinsInfoAndTop) {
  const auto profile = read_text(kInfoText);
  const Summary summary = summarise(*profile, selected(*profile, {.limit = 1}));
  EXPECT_EQ(told(summary.info.totals), "23 7");
  EXPECT_EQ(summary.top.shown(), 1U);
  EXPECT_EQ(summary.top.row(0).name.name, "main");
}

}  // namespace
}  // namespace quern
