// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_callgrind.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace quern::testing {
namespace {

using namespace std::string_literals;
using Function = Meaning::Function;

std::string error_of(const std::string& text) {
  const Meaning meaning = slow_read_callgrind(text);
  return meaning.error ? fmt::format("{}:{}", meaning.error->line, meaning.error->column) : "";
}

/// "line:column code" of each finding, blank-joined.
std::string lints_of(const Meaning& meaning) {
  std::string out;
  for (const auto& lint : meaning.lints) {
    out += fmt::format("{}{}:{} {}", out.empty() ? "" : ", ", lint.line, lint.column, lint.code);
  }
  return out;
}

std::string lints_of(const std::string& text) {
  const Meaning meaning = slow_read_callgrind(text);
  return meaning.valid ? lints_of(meaning) : "invalid at " + error_of(text);
}

std::vector<uint64_t> self_lines(const std::string& text, SlowOptions options = {}) {
  std::vector<uint64_t> lines;
  for (const auto& line : slow_read_callgrind(text, options).lines) {
    lines.push_back(line.at.line.value_or(0));
  }
  return lines;
}

TEST(SlowCallgrind, AddsCostsOfAFunction) {
  const Meaning meaning = slow_read_callgrind("events: Ir Dr\nfl=a.c\nfn=f\n1 5 2\n1 0x10\n2\n");
  ASSERT_TRUE(meaning.valid);
  EXPECT_EQ(meaning.totals, (std::vector<int128>{21, 2}));
  EXPECT_EQ(meaning.functions.at(Function{"f", "a.c", ""}), (std::vector<int128>{21, 2}));
  EXPECT_EQ(meaning.lines.size(), 3U);
  EXPECT_EQ(lints_of(meaning), "");
}

TEST(SlowCallgrind, ReadsACallWithItsTarget) {
  const Meaning meaning = slow_read_callgrind(
      "positions: instr line\nevents: Ir\nob=o\nfl=a.c\nfn=f\n0x10 5 1\ncob=p\ncfi=b.c\ncfn=g\n"
      "calls=3 0x40 +2\n* +1 9\n");
  ASSERT_EQ(meaning.calls.size(), 1U);
  const Meaning::Call& call = meaning.calls[0];
  EXPECT_EQ(call.caller, (Function{"f", "a.c", "o"}));
  EXPECT_EQ(call.callee, (Function{"g", "b.c", "p"}));
  EXPECT_EQ(call.at.address, 0x10U);
  EXPECT_EQ(call.at.line, 6U);
  EXPECT_EQ(call.target.address, 0x40U);
  EXPECT_EQ(call.target.line, 7U);
  EXPECT_EQ(call.count, 3U);
  EXPECT_EQ(call.inclusive, (std::vector<int128>{9}));
  EXPECT_EQ(meaning.function_order, (std::vector<Function>{call.caller, call.callee}));
}

TEST(SlowCallgrind, CreatorDecidesWhetherACallMovesTheBase) {
  const std::string body = "events: Ir\nfn=f\n10 1\ncfn=g\ncalls=1 +30\n+4 9\n+1 7\n";
  EXPECT_EQ(self_lines(body), (std::vector<uint64_t>{10, 15}));
  EXPECT_EQ(self_lines("creator: callgrind-3.19.0\n" + body), (std::vector<uint64_t>{10, 11}));
  EXPECT_EQ(self_lines("creator: 3.4.1-Debian\n" + body), (std::vector<uint64_t>{10, 11}));
  EXPECT_EQ(self_lines("creator: 3.x\n" + body), (std::vector<uint64_t>{10, 15}));
  EXPECT_EQ(self_lines(body, {BaseRule::kSelf}), (std::vector<uint64_t>{10, 11}));
  EXPECT_EQ(self_lines("creator: callgrind-3\n" + body, {BaseRule::kCost}),
            (std::vector<uint64_t>{10, 15}));
}

TEST(SlowCallgrind, SelfRuleReturnsToTheLastFileAfterACall) {
  const std::string body = "events: Ir\nfl=a.c\nfn=main\nfi=b.h\ncfn=g\ncalls=1 8\n3 100\n20 7\n";
  const Meaning own = slow_read_callgrind(body, {BaseRule::kSelf});
  EXPECT_EQ(own.calls.at(0).file, "b.h");
  EXPECT_EQ(own.calls.at(0).callee.file, "a.c");
  EXPECT_EQ(own.lines.at(0).file, "a.c");
  const Meaning cost = slow_read_callgrind(body, {BaseRule::kCost});
  EXPECT_EQ(cost.calls.at(0).callee.file, "b.h");
  EXPECT_EQ(cost.lines.at(0).file, "b.h");
}

TEST(SlowCallgrind, BindsForwardReferencesToTheFirstDefinition) {
  const Meaning meaning =
      slow_read_callgrind("events: Ir\nfn=(7)\n1 1\nfn=(7) a\n2 2\nfn=(7) b\n3 4\nfn=(7)\n4 8\n");
  EXPECT_EQ(meaning.functions.at(Function{"a", "", ""}), (std::vector<int128>{3}));
  EXPECT_EQ(meaning.functions.at(Function{"b", "", ""}), (std::vector<int128>{12}));
  EXPECT_EQ(lints_of(meaning), "2:4 alias-forward, 6:4 alias-redefined");
}

TEST(SlowCallgrind, ReadsAnUndefinedReferenceLiterally) {
  const Meaning meaning = slow_read_callgrind("events: Ir\nfl=(0x10)\nfn= (3)  \n1 1\nfn=(3)\n");
  EXPECT_EQ(meaning.function_order.at(0), (Function{"(3)", "(16)", ""}));
  EXPECT_EQ(lints_of(meaning), "2:4 alias-undefined, 3:5 alias-undefined");
}

TEST(SlowCallgrind, ExpandsNestedNamesUnderRuleSelfOnly) {
  const std::string body =
      "events: Ir\nfn=(1) main\n1 1\nfn=(2) walk\n1 1\nfn=(3) (2)'2'(1)\n1 1\n";
  EXPECT_EQ(slow_read_callgrind(body, {BaseRule::kSelf}).function_order.at(2).name, "walk'2'main");
  EXPECT_EQ(slow_read_callgrind(body, {BaseRule::kCost}).function_order.at(2).name, "(2)'2'(1)");
}

TEST(SlowCallgrind, ExpandsNestedNamesWhoseIdsComeLater) {
  const Meaning meaning = slow_read_callgrind(
      "events: Ir\nfn=(3) (2)'(9)\n1 1\nfn=(2) walk\nfn=(3) (2)'(9)\n", {BaseRule::kSelf});
  EXPECT_EQ(meaning.function_order.at(0).name, "walk'(9)");
  EXPECT_EQ(lints_of(meaning), "2:8 alias-forward, 2:12 alias-undefined");
}

TEST(SlowCallgrind, ANameThatContainsItselfKeepsTheReference) {
  const SlowOptions self = {BaseRule::kSelf};
  EXPECT_EQ(slow_read_callgrind("events: Ir\nfn=(7) (7)'2\n1 1\n", self).function_order.at(0).name,
            "(7)'2");
  const Meaning mutual =
      slow_read_callgrind("events: Ir\nfn=(7) (8)'2\n1 1\nfn=(8) (7)'3\n1 1\n", self);
  EXPECT_EQ(mutual.function_order.at(0).name, "(8)'2");
  EXPECT_EQ(mutual.function_order.at(1).name, "(8)'2'3");
}

TEST(SlowCallgrind, KeepsExplodingNestedNamesAsWritten) {
  std::string text = "creator: callgrind-3\nevents: Ir\nfn=(1) main\n";
  for (int id = 2; id < 80; ++id) {
    text += fmt::format("fn=({}) ({})'({})\n1 1\n", id, id - 1, id - 1);
  }
  const Meaning meaning = slow_read_callgrind(text);
  ASSERT_TRUE(meaning.valid);
  for (const Function& function : meaning.function_order) {
    EXPECT_LE(function.name.size(), 65536U);
  }
}

TEST(SlowCallgrind, KeepsNamesAsBytes) {
  const Meaning meaning =
      slow_read_callgrind("events: Ir\nfl=a\0b\xff\nfn=(1, 2)::f  \n1 1\nfn=\n1 1\n"s);
  EXPECT_EQ(meaning.function_order.at(0), (Function{"(1, 2)::f  ", "a\0b\xff"s, ""}));
  EXPECT_EQ(lints_of(meaning), "2:4 nul-byte, 3:4 odd-name, 5:4 empty-name");
}

TEST(SlowCallgrind, GivesGluedFilesTheirOwnAliases) {
  const Meaning meaning = slow_read_callgrind(
      "positions: instr\nevents: Ir\nfn=(1) f\n1 1\nversion: 1\nevents: Dr\nfn=(1)\n2 1\n"
      "======== another ========\nevents: Ir\nfn=(1) h\n3 1\n");
  EXPECT_EQ(meaning.parts.size(), 3U);
  EXPECT_EQ(meaning.function_order.at(1).name, "(1)");
  EXPECT_EQ(meaning.function_order.at(2).name, "h");
  EXPECT_EQ(meaning.lines.at(0).at.address, 1U);
  EXPECT_EQ(meaning.lines.at(1).at.line, 2U);
  EXPECT_EQ(meaning.events, (std::vector<std::string>{"Ir", "Dr"}));
  EXPECT_EQ(lints_of(meaning), "7:4 alias-undefined, 9:1 append-marker");
}

TEST(SlowCallgrind, TellsTheBaseRuleOfTheFirstRecord) {
  const std::string records = "events: Ir\nfn=f\n1 1\n";
  const auto rule_of = [](const std::string& text) { return slow_read_callgrind(text).base_rule; };
  EXPECT_EQ(rule_of("creator: other\ncreator: callgrind-3.19.0\n" + records), "self");
  EXPECT_EQ(rule_of(records + "creator: callgrind-3.19.0\n" + records), "cost");
  EXPECT_EQ(rule_of("creator: callgrind-3.19.0\nevents: Ir\n"), "self");
}

TEST(SlowCallgrind, LaterPartsInheritPositionsAndAliasesOnly) {
  const Meaning meaning = slow_read_callgrind(
      "positions: instr\nevents: Ir\nob=o\nfl=a\nfn=(1) f\n9 1\npart: 2\nevents: Ir\nfn=(1)\n"
      "+1 2\n");
  EXPECT_EQ(meaning.lines.at(1).at.address, 1U);
  EXPECT_EQ(meaning.lines.at(1).function, (Function{"f", "", ""}));
  EXPECT_EQ(lints_of(meaning), "10:1 positions-inherited, 10:1 relative-without-base");
}

TEST(SlowCallgrind, TakesAJumpsSourceOnlyFromABareRow) {
  const Meaning meaning = slow_read_callgrind(
      "events: Ir\nfl=a\nfn=f\n7 1\njfi=b\njfn=g\njcnd=1/3 9\n# note\n8\njump=4 +1\n9 1\n");
  ASSERT_EQ(meaning.jumps.size(), 2U);
  EXPECT_EQ(meaning.jumps[0].from_at.line, 8U);
  EXPECT_EQ(meaning.jumps[0].to, (Function{"g", "b", ""}));
  EXPECT_EQ(meaning.jumps[0].followed, 1U);
  EXPECT_EQ(meaning.jumps[0].executed, 3U);
  EXPECT_EQ(meaning.jumps[1].from_at.line, 8U);
  EXPECT_EQ(meaning.jumps[1].to_at.line, 9U);
  EXPECT_EQ(meaning.jumps[1].to, (Function{"f", "a", ""}));
  EXPECT_EQ(meaning.functions.size(), 1U);
  EXPECT_EQ(lints_of(meaning), "10:1 jump-no-source");
}

TEST(SlowCallgrind, AddsColumnsOfARepeatedEvent) {
  const Meaning meaning =
      slow_read_callgrind("events: A B A\nsummary: 9 9 9 9\nfn=f\n1 1 2 4\ntotals: 4 2 1\n");
  EXPECT_EQ(meaning.totals, (std::vector<int128>{5, 2}));
  EXPECT_EQ(meaning.parts.at(0).summaries.at(0), (std::vector<int128>{18, 9}));
  EXPECT_EQ(lints_of(meaning), "1:13 duplicate-event, 2:16 summary-count");
}

TEST(SlowCallgrind, ReportsClaimsThatDoNotAddUp) {
  EXPECT_EQ(lints_of("events: A\nsummary: 1\nfn=f\n1 5\n totals: 6\n"),
            "2:1 summary-mismatch, 5:2 costs-missing, 5:2 leading-space, 5:2 totals-mismatch");
  EXPECT_EQ(lints_of("events: A\nsummary: 1\nfn=f\n1 5\nsummary: 5\ntotals: (null)\n"), "");
  EXPECT_EQ(lints_of("creator: xdebug 3\nevents: T M\nfn=f\n1 5 9\nsummary: 3 1\n"), "");
  EXPECT_EQ(lints_of("creator: xdebug 3\nevents: T M\nfn=f\n1 5 9\nsummary: 2 1\n"),
            "5:1 summary-mismatch");
}

TEST(SlowCallgrind, ReportsPartsOfValgrindThatAreCut) {
  EXPECT_EQ(lints_of("creator: callgrind-3.19.0\nevents: A\nsummary: 9\nfn=f\n1 5\n"),
            "5:1 end-missing");
  EXPECT_EQ(lints_of("creator: callgrind-3.19.0\nevents: A\nfn=f\n1 5\n2 77"), "5:1 truncated");
  EXPECT_EQ(lints_of("creator: callgrind-3.19.0\nevents: A\nfn=f\n1 5\ntotals: 5"), "");
  EXPECT_EQ(lints_of("cmd: a\nevents: A\nfl=f\nfn=f\n1 5\nsummary: 5"), "");
  EXPECT_EQ(lints_of("cmd: a\nevents: A\nfl=f\nfn=f\n1 5\n"), "5:1 end-missing");
  EXPECT_EQ(lints_of("creator: callgrind-3.19.0\nevents: A\nsummary: 9\nfn=f\n1 5\ntotals: 5\n"),
            "");
  EXPECT_EQ(lints_of("creator: other\nevents: A\nsummary: 9\nfn=f\n1 5\n"), "");
}

TEST(SlowCallgrind, ReportsLateSpecifications) {
  EXPECT_EQ(lints_of("events: A\nob=o\nfn=f\nob=p\nfl=a\n1 1\n"), "5:1 spec-order");
  EXPECT_EQ(lints_of("events: A\nfl=a\nfn=f\n1 1\nob=p\n"), "");
  EXPECT_EQ(lints_of("events: A\nfl=a\nfn=f\n1 1\nob=p\nob=q\n1 1\n"),
            "5:1 ob-without-fn, 6:1 ob-without-fn");
  EXPECT_EQ(lints_of("events: A\nfi=a\nfn=f\n1 1\n"), "3:1 fi-without-fl");
}

TEST(SlowCallgrind, ReportsOddCallees) {
  EXPECT_EQ(lints_of("events: A\nfn=f\ncfn=g\ncob=o\ncalls=1\n1 1\ncalls=1 1\n1 1\n"),
            "4:1 callee-order, 5:1 calls-no-target, 7:1 callee-reused");
  EXPECT_EQ(lints_of("events: A\nfn=f\ncfn=g\n cfn=h\n1 1\nrcalls=1\n"), "invalid at 6:1");
  EXPECT_EQ(lints_of("events: A\nfn=f\ncfn=g\n1 1\ncfn=h\n"),
            "3:1 dangling-callee, 5:1 dangling-callee");
  EXPECT_EQ(lints_of("events: A\nfn=f\ncfn=g\ncalls=1 1 7\n1 1\n"), "4:11 calls-extra-target");
  EXPECT_EQ(lints_of("version: 0.9.6\ncmd: x\nevents: A\nfn=f\ncfn=g\ncalls=1 1 7\n1 1\n"),
            "6:1 callee-missing");
}

TEST(SlowCallgrind, AllowsNegativeCostsInDifferences) {
  const std::string body = "events: A\nfn=f\n1 -5\n";
  EXPECT_EQ(lints_of(body), "3:3 negative-cost");
  EXPECT_EQ(lints_of("desc: Files compared: a; b\n" + body + "summary: -5\n"), "");
}

TEST(SlowCallgrind, DropsACutLastRow) {
  const std::string head = "events: A\nfn=f\n1 1\n";
  EXPECT_EQ(lints_of(head + "2 x"), "4:1 truncated");
  EXPECT_EQ(lints_of(head + "cal"), "4:1 truncated");
  EXPECT_EQ(lints_of(head + "cfn=g\ncalls=1 1\n2"), "");
  EXPECT_EQ(lints_of(head + "cfn=g\ncalls=1 1"), "4:1 dangling-callee, 5:1 truncated");
  EXPECT_EQ(lints_of(head + "cfn=g\ncalls=1 1\n  2 -1 x"), "4:1 dangling-callee, 6:3 truncated");
  EXPECT_EQ(lints_of(head + "calls=1 1\n2"), "invalid at 4:1");
  EXPECT_EQ(lints_of("events: A\nfl=x\ncfn=g\ncalls=1 5"),
            "1:1 no-data, 3:1 dangling-callee, 4:1 truncated");
  EXPECT_EQ(lints_of("events: A\nfn=f\nfl=x\ncfn=g\nrcalls=1 5 6\n1 x"),
            "1:1 no-data, 4:1 dangling-callee, 6:1 truncated");
  EXPECT_EQ(lints_of(head + "cfn=g\ncalls=1 1\n2 2\ncalls=1"), "7:1 truncated");
  const Meaning cut = slow_read_callgrind(head + "pid: x");
  EXPECT_EQ(cut.parts.size(), 1U);
  EXPECT_EQ(slow_read_callgrind(head + "2 3").totals, (std::vector<int128>{4}));
}

TEST(SlowCallgrind, ReportsErrorsAtTheFirstWrongToken) {
  EXPECT_EQ(error_of(""), "1:1");
  EXPECT_EQ(error_of("hello\n"), "1:1");
  EXPECT_EQ(error_of("\n  hello\nevent: x\n"), "2:3");
  EXPECT_EQ(error_of("version: 1x\n"), "1:10");
  EXPECT_EQ(error_of("version: 1. \n"), "1:10");
  EXPECT_EQ(error_of("version: 1.0 y\n"), "1:14");
  EXPECT_EQ(error_of("version:\t\n"), "1:10");
  EXPECT_EQ(error_of("pid: 1 2\n"), "1:8");
  EXPECT_EQ(error_of("positions: bb line line\n"), "1:20");
  EXPECT_EQ(error_of("events:\r\n"), "1:8");
  EXPECT_EQ(error_of("events: A\nsummary: 1 -x\n"), "2:12");
  EXPECT_EQ(error_of("events: A\nfn=f\n1 1 1\n"), "3:5");
  EXPECT_EQ(error_of("events: A\nfn=f\n-1\n"), "3:1");
  EXPECT_EQ(error_of("events: A\nfn=f\n18446744073709551616\n"), "3:1");
  EXPECT_EQ(error_of("events: A\nfn=f\n1 -9223372036854775809\n"), "3:3");
  EXPECT_EQ(error_of("events: A\nfn=f\njump=1 2 3\n"), "3:10");
  EXPECT_EQ(error_of("events: A\nfn=f\njcnd=1\n"), "3:7");
  EXPECT_EQ(error_of("events: A\nfn=f\ncfn=g\ncalls=\n"), "4:7");
  EXPECT_EQ(error_of("events: A\nfn=f\ncfn=g\ncalls=1 1\n pid: 4\n"), "5:2");
  EXPECT_EQ(error_of("events: A\nfn=f\ncfn=g\ncalls=1 1\n"), "4:1");
}

TEST(SlowCallgrind, ReadsEventDefinitions) {
  const Meaning meaning = slow_read_callgrind(
      "events: A\nevent: S = A + 0x2*B+3 C : sum : of all\nevent: L: long\nevent: S\n");
  ASSERT_EQ(meaning.event_definitions.size(), 2U);
  EXPECT_EQ(meaning.event_definitions[0].formula, std::nullopt);
  EXPECT_EQ(meaning.event_definitions[1].long_name, "long");
  EXPECT_EQ(error_of("event: S = A +\n"), "1:15");
  EXPECT_EQ(error_of("event: S = A B\n"), "1:14");
  EXPECT_EQ(error_of("event: S = 3 : x\n"), "1:14");
  EXPECT_EQ(error_of("event: = A\n"), "1:8");
}

}  // namespace
}  // namespace quern::testing
