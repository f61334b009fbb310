// SPDX-License-Identifier: MIT
//
// Xdebug's files through the reader: their call trees, and what else is theirs alone.
#include "quern/formats/callgrind/invocations.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "quern/bytes/reading/source.h"
#include "quern/formats/callgrind/callgrind.h"
#include "quern/formats/shared/test_support.h"
#include "quern/model/builder.h"
#include "quern/model/records/record_cursor.h"

namespace quern::callgrind {
namespace {

struct Read {
  Result<void> done;
  std::unique_ptr<const Profile> profile;
};

Read read_xdebug(std::string text, Keep keep = Keep::kAll) {
  Input input = memory_input("in", std::move(text));
  Window window(input, 64);
  ProfileBuilder builder(keep);
  const ReadOptions options;
  InputInfo info;
  Reading reading{window, nullptr, builder, options, info};
  Result<void> done = kFormat.read(reading);
  builder.end_input(info);
  return {std::move(done), builder.finish()};
}

const std::string kHead = "version: 1\ncreator: xdebug 3.5.3 (PHP 8.4.1)\ncmd: a.php\npart: 1\n";
const std::string kTwo = kHead + "\nevents: Time_(10ns) Memory_(bytes)\n\n";
const std::string kOld = "version: 0.9.6\ncmd: a.php\npart: 1\n\nevents: Time\n\n";

std::string block(const std::string& function, int time, const std::string& calls = "") {
  return fmt::format("fl=a\nfn={}\n3 {} 0\n{}\n", function, time, calls);
}

std::string call(const std::string& function, int time, int line = 9) {
  return fmt::format("cfl=a\ncfn={}\ncalls=1 0 0\n{} {} 0\n", function, line, time);
}

TEST(Invocations, ABlockIsOneInvocationEvenOfTheSameFunctionInARow) {
  const Read done = read_xdebug(kTwo + block("f", 1) + block("f", 2) + block("f", 3) +
                                block("m", 7, call("f", 1) + call("f", 2) + call("f", 3)));
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "m:7 >f:1 >f:2 >f:3");
}

TEST(Invocations, RecursionGivesNestedContexts) {
  const Read done = read_xdebug(kTwo + block("f", 1) + block("f", 2, call("f", 1)) +
                                block("f", 4, call("f", 3)) + block("m", 8, call("f", 7)));
  EXPECT_EQ(tree_of(*done.profile), "m:8 >f:4 >>f:2 >>>f:1");
  EXPECT_TRUE(codes_of(*done.profile).empty());
}

TEST(Invocations, KnowWhereTheCallStands) {
  const Read done = read_xdebug(kTwo + "fl=lib\nfn=f\n3 1 0\n\n" +
                                block("m", 7, "cfl=lib\ncfn=f\ncalls=1 0 0\n42 1 0\n"));
  const Contexts& contexts = done.profile->contexts();
  EXPECT_EQ(contexts.position(ContextId(1U)), 42);
  const NameTable& names = done.profile->symbols().names;
  EXPECT_EQ(names.text(contexts.frame(ContextId(1U)).file), "a");
  EXPECT_EQ(names.text(contexts.frame(ContextId(0U)).file), "");
  EXPECT_EQ(contexts.position(ContextId(0U)), std::nullopt);
  EXPECT_EQ(done.profile->parts()[0].contexts, ContextUse::kBeside);
}

TEST(Invocations, InterleavedStacksAreToldApartByCost) {
  // A fiber is suspended in f (which has run g for 10) while the main stack runs g for 500.
  const Read done =
      read_xdebug(kTwo + block("g", 10) + block("g", 500) + block("f", 3, call("g", 10)) +
                  block("fiber", 2, call("f", 13)) + block("m", 7, call("g", 500)));
  EXPECT_EQ(tree_of(*done.profile), "fiber:2 >f:3 >>g:10 m:7 >g:500");
  EXPECT_TRUE(codes_of(*done.profile).empty());
}

TEST(Invocations, ACostThatFitsNoneTakesTheNewestAndSaysSo) {
  const Read done =
      read_xdebug(kTwo + block("g", 10) + block("g", 50) + block("m", 7, call("g", 500, 4)));
  EXPECT_EQ(tree_of(*done.profile), "g:10 m:7 >g:50");
  ASSERT_EQ(codes_of(*done.profile), std::set<std::string>{"cost-off"});
  EXPECT_EQ(done.profile->inputs()[0].findings.kinds()[0].kept[0].place, (Place{21, 1}));
}

TEST(Invocations, RoundingIsNoReasonToDoubt) {
  // 3 calls, each number rounded by itself: off by 4 at most.
  const std::string three = call("g", 1) + call("g", 1) + call("g", 1);
  const std::string gs = block("g", 1) + block("g", 1) + block("g", 1);
  EXPECT_TRUE(
      codes_of(
          *read_xdebug(kTwo + gs + block("f", 5, three) + block("m", 1, call("f", 12))).profile)
          .empty());
  EXPECT_EQ(
      codes_of(
          *read_xdebug(kTwo + gs + block("f", 5, three) + block("m", 1, call("f", 13))).profile),
      std::set<std::string>{"cost-off"});
}

TEST(Invocations, ACallWithoutABlockIsAContextWithoutCost) {
  const Read done = read_xdebug(kTwo + block("m", 7, call("lost", 30) + call("lost", 2)));
  EXPECT_EQ(tree_of(*done.profile), "m:7 >lost:- >lost:-");
  const Findings& findings = done.profile->inputs()[0].findings;
  ASSERT_EQ(codes_of(*done.profile), std::set<std::string>{"callee-missing"});
  EXPECT_EQ(findings.kinds()[0].count, 2U);
  EXPECT_EQ(findings.sorted()[0].message,
            "no invocation of this function is left: the 30 of the call belong to none");
  EXPECT_EQ(findings.sorted()[0].place, (Place{13, 1}));
}

TEST(Invocations, SumsAreThoseOfTheRecords) {
  for (const Keep keep : {Keep::kTotals, Keep::kSums, Keep::kAll}) {
    const Read done = read_xdebug(kTwo + block("f", 1) + block("m", 7, call("f", 1)), keep);
    EXPECT_TRUE(done.profile->parts()[0].totals[0] == 8);
    EXPECT_EQ(done.profile->counts().contexts, 2U);
    if (keep != Keep::kTotals) {  // which counts contexts, but keeps none
      EXPECT_EQ(tree_of(*done.profile), "m:7 >f:1");
    }
  }
}

TEST(Invocations, AggregateFilesHaveNone) {
  std::string text = kOld;
  text.replace(text.find("a.php"), 5, "Aggregate");
  const Read done =
      read_xdebug(text + "fl=a\nfn=f\n0 70\n\nfl=a\nfn=m\n0 30\ncfn=f\ncalls=7 0 0\n5 70\n\n");
  EXPECT_EQ(done.profile->counts().contexts, 0U);
  EXPECT_EQ(done.profile->parts()[0].contexts, ContextUse::kNone);
}

TEST(Invocations, WaitForTheFilesOfCalleesWhereNoneAreWritten) {
  // The block of f in the caller's own file comes only with the second run.
  const std::string marker = "\n==== NEW PROFILING FILE ====\n";
  const std::string first = kOld +
                            "fl=lib\nfn=f\n3 1\n\nfl=lib\nfn=g\n3 2\n\nfl=a\nfn=m\n1 7\n"
                            "cfn=f\ncalls=1 0 0\n5 1\ncfn=g\ncalls=1 0 0\n6 2\n\n";
  const Read alone = read_xdebug(first);
  EXPECT_EQ(tree_of(*alone.profile), "m:7 >f:1 >g:2");
  const Read both = read_xdebug(first + marker + kOld + "fl=a\nfn=f\n3 5\n\n");
  EXPECT_EQ(tree_of(*both.profile), "f:1 m:7 >f:- >g:2 f:5");
  ASSERT_EQ(both.profile->parts().size(), 2U);
  EXPECT_EQ(both.profile->parts()[0].end_context, 4U);
  EXPECT_EQ(both.profile->parts()[1].first_context, 4U);
  EXPECT_EQ(both.profile->parts()[1].end_context, 5U);
  const Contexts& contexts = both.profile->contexts();
  EXPECT_EQ(both.profile->symbols().file(contexts.frame(ContextId(2U)).function), "a");
  EXPECT_EQ(both.profile->symbols().file(contexts.frame(ContextId(3U)).function), "lib");
}

TEST(Invocations, AnyCalleeFileMeansThatAllOthersAreTheCallers) {
  const std::string text = kOld +
                           "fl=lib\nfn=f\n3 1\n\nfl=a\nfn=m\n1 7\ncfn=f\ncalls=1 0 0\n5 1\n\n"
                           "fl=a\nfn=n\n1 7\ncfl=lib\ncfn=h\ncalls=1 0 0\n5 1\n\n";
  EXPECT_EQ(tree_of(*read_xdebug(text).profile), "f:1 m:7 >f:- n:7 >h:-");
}

TEST(Invocations, ManyCostsThatFitNothingTakeLinearTime) {
  std::string text = kTwo;
  for (int at = 0; at < 40'000; ++at) {
    text += "fl=a\nfn=f\n1 " + std::to_string(at * 10) + " 0\n\n";
  }
  text += "fl=a\nfn=m\n1 1 0\n";
  for (int at = 0; at < 40'000; ++at) {
    text += "cfl=a\ncfn=f\ncalls=1 0 0\n1 " + std::to_string(90'000'000 + at * 10) + " 0\n";
  }
  const Read done = read_xdebug(text);  // 800 million steps where each were tried
  EXPECT_EQ(done.profile->counts().contexts, 40'001U);
  EXPECT_EQ(done.profile->contexts().parent(ContextId(40'000U)), ContextId(0U));
}

TEST(Invocations, DeepRecursionNeedsNoStack) {
  std::string text = kTwo + block("f", 1);
  for (int at = 1; at < 100'000; ++at) {
    text += block("f", 1, call("f", at));
  }
  const Read done = read_xdebug(text);
  EXPECT_EQ(done.profile->counts().contexts, 100'000U);
  EXPECT_EQ(done.profile->contexts().parent(ContextId(99'999U)), ContextId(99'998U));
}

TEST(XdebugRuns, AKilledOneLosesItsLastRowAndWhatWaitsForIt) {
  const std::string sound = kTwo + block("f", 5);
  for (const char* cut : {"fl=a\nfn=g\n3 61", "fl=a\nfn=g\n3 6 1", "fl=a\nfn=g\ncfn=f\ncalls=1 0 0",
                          "fl=a\nfn=g\ncfn=f\ncalls=1 0 0\n8 5 0", "summary: 7 8", "f"}) {
    const Read done = read_xdebug(sound + cut);
    ASSERT_TRUE(done.done) << cut;
    EXPECT_EQ(codes_of(*done.profile), std::set<std::string>{"truncated"}) << cut;
    EXPECT_EQ(tree_of(*done.profile), "f:5") << cut;
    EXPECT_TRUE(done.profile->parts()[0].header.summaries.empty());
  }
}

TEST(XdebugRuns, AFileThatAnotherProgramWroteIsNotCut) {
  const std::string rewritten =
      kTwo + block("g", 1) + "fl=a\nfn=f\n3 6 1\ncfn=g\ncalls=1 7\n8 1 0\n";
  const Read done = read_xdebug(rewritten + "4 61 1");
  ASSERT_TRUE(done.done);
  EXPECT_EQ(codes_of(*done.profile), std::set<std::string>{});
  EXPECT_EQ(tree_of(*done.profile), "f:67 >g:1");
  EXPECT_EQ(codes_of(*read_xdebug(rewritten + "4 x").profile), std::set<std::string>{"truncated"});
}

TEST(XdebugRuns, ARewrittenOneSaysNothingOfTheNext) {
  const std::string rewritten =
      kTwo + block("g", 1) + "fl=a\nfn=f\n3 6 1\ncfn=g\ncalls=1 7\n8 1 0\n";
  const Read done = read_xdebug(rewritten + "\n==== NEW PROFILING FILE ====\n" + kTwo +
                                block("f", 5) + "fl=a\nfn=g\n3 6 1");
  EXPECT_EQ(codes_of(*done.profile), (std::set<std::string>{"truncated", "append-marker"}));
}

TEST(XdebugRuns, ARowRightBeforeAMarkerIsCutToo) {
  const std::string marker = "\n==== NEW PROFILING FILE ====\n";
  const std::string run = kTwo + block("f", 5);
  const Read cut = read_xdebug(marker + run + "fl=a\nfn=g\n3 61" + marker + run);
  EXPECT_EQ(codes_of(*cut.profile), (std::set<std::string>{"truncated", "append-marker"}));
  EXPECT_EQ(tree_of(*cut.profile), "f:5 f:5");
  const Read sound = read_xdebug(marker + run + marker + run);
  EXPECT_EQ(sound.profile->inputs()[0].format, "xdebug");
  EXPECT_EQ(sound.profile->inputs()[0].base_rule, "cost");
  EXPECT_EQ(codes_of(*sound.profile), std::set<std::string>{"append-marker"});
  EXPECT_EQ(sound.profile->parts().size(), 2U);
}

TEST(XdebugRuns, ALastOneWithoutEventsIsNoPart) {
  const std::string run = kTwo + block("f", 5) + "\n==== NEW PROFILING FILE ====\n";
  for (const char* rest : {"", "version: 1\n", "version: 1\ncreator: xdeb", "\nevents: Ti"}) {
    const Read done = read_xdebug(run + rest);
    ASSERT_TRUE(done.done) << rest;
    EXPECT_EQ(done.profile->parts().size(), 1U) << rest;
    EXPECT_EQ(codes_of(*done.profile), (std::set<std::string>{"truncated", "append-marker"}));
  }
}

TEST(XdebugRuns, SeveralSummariesMeanForks) {
  const Read done =
      read_xdebug(kTwo + block("f", 50) + "summary: 4 1\n\n" + block("g", 5) + "summary: 6 1\n\n");
  EXPECT_EQ(codes_of(*done.profile), std::set<std::string>{"shared-file"});
  EXPECT_EQ(done.profile->parts()[0].header.summaries.size(), 2U);
}

TEST(XdebugRuns, SumsBelowZeroAreReadAsMeant) {
  const auto summary = [](const std::string& release) {
    const Read done = read_xdebug("version: 1\ncreator: xdebug " + release +
                                  "\ncmd: a\npart: 1\n\nevents: Time Memory\n\n"
                                  "summary: 70 18446744073709550616\n\nfl=a\nfn=f\n1 5 5\n");
    return done.profile->parts()[0].header.summaries[0][1];
  };
  EXPECT_TRUE(summary("2.7.2 (PHP 7.3.4)") == -1000);
  EXPECT_TRUE(summary("2.6.0 (PHP 7.3.4)") == -1000);
  EXPECT_TRUE(summary("2.8.0 (PHP 7.3.4)") > 0);
  EXPECT_TRUE(summary("2.70.0") > 0);
}

TEST(XdebugEvents, HaveTheUnitOfTheirRelease) {
  const Read old = read_xdebug(kOld + "fl=a\nfn=f\n1 5\n");
  EXPECT_EQ(old.profile->events()[0].unit, "ns");
  EXPECT_EQ(old.profile->events()[0].scale, 1000U);
  EXPECT_EQ(old.profile->inputs()[0].format, "xdebug");
  const Read current = read_xdebug(
      "version: 1\ncreator: xdebug 3.2.0 (PHP 8.2.7)\ncmd: a\npart: 1\npositions: line\n\n"
      "events: Time_(10ns) Memory_(bytes)\n\nfl=(2) a\nfn=(1) f\n1 5 6\n");
  EXPECT_EQ(current.profile->events()[0].unit, "ns");
  EXPECT_EQ(current.profile->events()[0].scale, 10U);
  EXPECT_EQ(current.profile->events()[1].unit, "bytes");
  const Read other = read_xdebug("events: Time\nfl=a\nfn=f\n1 5\n");
  EXPECT_EQ(other.profile->events()[0].unit, "");
}

const std::string kConverter =
    "version: 1\ncreator: 3.4.1-Debian\npid: 5751\ncmd:  parrot x.pir\n\npart: 1\npositions: line\n"
    "events: Ir\nsummary: 90\n\nfl=no_file\n\nfn=main\n0 0\ncfn=p;g\ncalls=1 nonsense\n0 90\n"
    "fl=x.pir\n\nfn=p;g\n129 40\ntotals: 90";

TEST(ParrotConverter, FindsCalleesInOtherFilesAndIgnoresTargets) {
  const Read done = read_xdebug(kConverter);
  ASSERT_TRUE(done.done);
  const Profile& profile = *done.profile;
  EXPECT_EQ(profile.inputs()[0].dialect, "parrot-callgrind");
  EXPECT_EQ(profile.inputs()[0].format, "parrot");
  EXPECT_EQ(profile.symbols().functions.size(), 2U);
  EXPECT_EQ(profile.events()[0].unit, "ns");
  RecordCursor cursor(profile.records());
  while (const Record* record = cursor.next()) {
    if (record->kind == RecordKind::kCall) {
      EXPECT_EQ(profile.symbols().file(profile.function(record->other)), "x.pir");
      EXPECT_FALSE(record->target);
    }
  }
  ASSERT_EQ(codes_of(profile), std::set<std::string>{"totals-mismatch"});
  EXPECT_NE(profile.inputs()[0].findings.kinds()[0].kept[0].message.find("the converter hid"),
            std::string::npos);
}

TEST(ParrotConverter, IsNoFileOfCallgrindItself) {
  std::string text = kConverter;
  text.replace(text.find("5751"), 4, "5752");
  text.replace(text.find("nonsense"), 8, "90");
  EXPECT_EQ(read_xdebug(text).profile->inputs()[0].dialect, "callgrind");
}

TEST(ParrotSubprof, SkipsTextAroundAndKnowsUnknownLines) {
  const Read done = read_xdebug(
      "events: what?\nversion: 99\n12 5\nevents: ops ticks\nsummary: 3 9\n\nfl=x\nfn=0x1a:f\n21 1 "
      "9\n"
      "-1 1 0\n+1 1 0\ncfl=y\ncfn=0x2a:g\ncalls=0 -1\n-1 3 4\n\ntotals: 3 9\nbye: bye\n3 4\n");
  ASSERT_TRUE(done.done);
  EXPECT_EQ(codes_of(*done.profile), std::set<std::string>{"leading-text"});
  RecordCursor cursor(done.profile->records());
  std::vector<uint64_t> lines;
  const PositionKinds& kinds = done.profile->parts()[0].header.positions;
  while (const Record* record = cursor.next()) {
    lines.push_back(kinds.knows(record->at.line) ? record->at.line : 0);
    EXPECT_FALSE(record->target);
  }
  EXPECT_EQ(lines, (std::vector<uint64_t>{21, 0, 22, 0}));
}

}  // namespace
}  // namespace quern::callgrind
