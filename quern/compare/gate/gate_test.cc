// SPDX-License-Identifier: MIT
#include "quern/compare/gate/gate.h"

#include <gtest/gtest.h>

#include "quern/filters/filter_plan.h"
#include "quern/query/test_support.h"

namespace quern {
namespace {

struct GatedRun {
  int parse = 100;
  int item = 50;
  int items = 10;
  int fresh = 0;
};

/// main calls parse, which calls item; and fresh, where that costs something.
std::string gate_run(const GatedRun& costs) {
  const int items = costs.item * costs.items;
  std::string text =
      "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npositions: line\n"
      "events: Ir Dr\nfl=main.c\nfn=main\n1 10 1\ncfi=parse.c\ncfn=parse\ncalls=1 1\n2 " +
      std::to_string(costs.parse + items) + " 5\n";
  if (costs.fresh != 0) {
    text += "cfi=fresh.c\ncfn=fresh\ncalls=1 1\n3 " + std::to_string(costs.fresh) + "\n";
  }
  text += "fl=parse.c\nfn=parse\n5 " + std::to_string(costs.parse) +
          " 2\ncfn=item\ncalls=" + std::to_string(costs.items) + " 1\n6 " + std::to_string(items) +
          " 3\nfn=item\n9 " + std::to_string(items) + " 3\n";
  if (costs.fresh != 0) {
    text += "fl=fresh.c\nfn=fresh\n1 " + std::to_string(costs.fresh) + "\n";
  }
  return text;
}

class GateTest : public ::testing::Test {
 protected:
  void add_text(Version side, std::string_view text, const SelectionWords& words = every_event(),
                Keep keep = Keep::kSums) {
    profiles_.push_back(read_text(text, keep));
    Result<Selection> selection = select(*profiles_.back(), words);
    ASSERT_TRUE(selection) << selection.error().message;
    DiffRun run{profiles_.back().get(), std::move(*selection)};
    (side == Version::kOld ? runs_.old_runs : runs_.new_runs).push_back(std::move(run));
  }
  void add(Version side, const GatedRun& costs) { add_text(side, gate_run(costs)); }

  Result<Gate> answer(const std::string& text, GateBase base = GateBase::kGiven) const {
    const Result<GateRule> rule = read_gate_rule(text);
    return rule ? gate(runs_, {*rule}, base, places_) : failure(rule.error());
  }

  /// The verdict on one rule, with its findings: "passed total 660 660".
  std::string judged(const std::string& text, GateBase base = GateBase::kGiven) const {
    const Result<Gate> found = answer(text, base);
    if (!found) {
      return found.error().code + ": " + found.error().message;
    }
    std::string told = found->passed ? "passed" : "failed";
    for (const GateFinding& finding : found->verdicts[0].findings) {
      told += " " + finding.scope;
      for (const auto& value : {finding.was, finding.is}) {
        told += " " + (value ? to_decimal(value->numerator) : std::string("none"));
      }
      told += finding.change || !finding.has_base ? "" : " no-change";
      told += finding.is_noise ? " noise" : "";
      told += finding.is_unknown ? " unknown" : "";
    }
    return told;
  }

  static SelectionWords every_event() { return Words{.all_events = true}.words(); }

  std::vector<std::unique_ptr<const Profile>> profiles_;
  DiffRuns runs_;
  PlacesOfSides places_;
};

/// The limit that each rule could have: "-" where none is lower.
TEST_F(GateTest, FindsLowerLimits) {
  add(Version::kOld, {});
  add(Version::kNew, {});
  const auto lower = [this](const std::string& text) {
    return lower_limit(answer(text, GateBase::kNone)->verdicts[0]).value_or("-");
  };
  EXPECT_EQ(lower("Ir=1k"), "610");
  EXPECT_EQ(lower("Ir=610"), "-");
  EXPECT_EQ(lower("Ir=5"), "-");  // broken: nothing is raised
  EXPECT_EQ(lower("fn ~ /^[mp]/: incl(Ir)=1M"), "610");
  EXPECT_EQ(lower("fn = item: calls=11"), "10");
  EXPECT_EQ(lower("fn = nobody: Ir=11"), "-");
  EXPECT_EQ(lower("fn = item: Ir=90%"), "81.967214%");  // of 500 / 610, rounded up
  EXPECT_EQ(lower("fn = item: Ir/calls=60.5"), "50");
  EXPECT_EQ(lower("Dr/Ir=0.02"), "0.009837");  // 6 / 610
  EXPECT_EQ(lower("Ir=+1%"), "-");
}

TEST_F(GateTest, LowerLimitsOfATotalBelowZeroAreKept) {
  add(Version::kOld, {.parse = -1000});
  add(Version::kNew, {.parse = -1000});  // -490 in all
  const Result<Gate> found = answer("fn = main: Ir=10%", GateBase::kNone);
  EXPECT_TRUE(found->passed);
  EXPECT_EQ(lower_limit(found->verdicts[0]), "2.040817%");
}

TEST_F(GateTest, WithoutABaseNothingIsOldAndTheLargestComesFirst) {
  add(Version::kOld, {});
  add(Version::kNew, {});
  const Result<Gate> found = answer("fn ~ /./: Ir=20", GateBase::kNone);
  ASSERT_TRUE(found.has_value());
  const std::vector<GateFinding>& findings = found->verdicts[0].findings;
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].scope, "item");
  EXPECT_EQ(findings[1].scope, "parse");
  EXPECT_FALSE(findings[0].was || findings[0].change || findings[0].percent);
}

TEST_F(GateTest, JudgesTotals) {
  add(Version::kOld, {});
  add(Version::kNew, {.parse = 106});
  EXPECT_EQ(judged("Ir=+1%"), "passed total 610 616");
  EXPECT_EQ(judged("Ir=+0.9%"), "failed total 610 616");
  EXPECT_EQ(judged("Ir=+6"), "passed total 610 616");
  EXPECT_EQ(judged("Ir=+5"), "failed total 610 616");
  EXPECT_EQ(judged("Ir=616"), "passed total 610 616");
  EXPECT_EQ(judged("Ir=0.6k"), "failed total 610 616");
  EXPECT_EQ(judged("Ir=-1"), "failed total 610 616");
  EXPECT_EQ(judged("Dr=+0"), "passed total 6 6");
  EXPECT_EQ(judged("calls=+0"), "passed total 11 11");
}

TEST_F(GateTest, JudgesEachFunctionThatFits) {
  add(Version::kOld, {});
  add(Version::kNew, {.parse = 106, .item = 51});
  EXPECT_EQ(judged("fn ~ /^parse/: Ir=+0"), "failed parse 100 106");
  EXPECT_EQ(judged("fn ~ /./: Ir=+1%"), "failed item 500 510 parse 100 106");
  EXPECT_EQ(judged("fn ~ /./: Ir=+6%"), "passed item 500 510");
  EXPECT_EQ(judged("fn = nobody: Ir=+0"), "passed");
  EXPECT_EQ(judged("file = \"parse.c\": incl(Ir)=600"), "failed parse 600 616");
  EXPECT_EQ(judged("fn = item: Ir=80%"), "failed item 500 510");
  EXPECT_EQ(judged("fn = item: Ir=82%"), "passed item 500 510");
}

TEST_F(GateTest, JudgesGroupsCallsAndRatios) {
  add(Version::kOld, {});
  add(Version::kNew, {.item = 51, .items = 11});
  EXPECT_EQ(judged("by file: Ir=+60"), "failed parse.c 600 661");
  EXPECT_EQ(judged("by file file ~ /main/: Ir=+0"), "passed main.c 10 10");
  EXPECT_EQ(judged("by call callee = item: calls=+0"), "failed parse → item 10 11");
  EXPECT_EQ(judged("by call: Ir=+60"), "failed main → parse 600 661 parse → item 500 561");
  EXPECT_EQ(judged("fn = item: Ir/calls=+1"), "passed item 50 51");
  EXPECT_EQ(judged("fn = item: Ir/calls=+0"), "failed item 50 51");
}

TEST_F(GateTest, JudgesRatiosByName) {
  SelectionWords words;
  words.events = {"Ir", "Dr", "Rate", "Each"};
  words.defines = {"Rate = 100 Dr/Ir", "Each = Ir/calls", "Twice = 2 Rate"};
  words.takes_ratios = true;
  words.shows_ratios = false;
  add(Version::kOld, {});
  add(Version::kNew, {.item = 51});
  for (auto* side : {&runs_.old_runs, &runs_.new_runs}) {
    side->front().selection = *select(*side->front().profile, words);
  }
  EXPECT_TRUE(runs_.selection().ratios.empty());
  EXPECT_EQ(judged("Rate=0.99"), "passed total 60 30");  // 60/61, 30/31
  EXPECT_EQ(judged("Rate=0.9"), "failed total 60 30");
  EXPECT_EQ(judged("fn = item: Each=+0"), "failed item 50 51");
  EXPECT_EQ(judged("fn = item: Each=+2%"), "passed item 50 51");
  EXPECT_EQ(judged("Rate > 1.5 and name != main: Ir=+0"), "passed parse 100 100");
  EXPECT_EQ(judged("by call callee = item: Each=50"), "failed parse → item 50 51");
  EXPECT_EQ(judged("fn = item: incl(Each)/Rate=90"), "passed item 250 867");  // 250/3, 86.7
  EXPECT_EQ(judged("fn = item: Rate=5%").substr(0, 9), "bad-rule:");
  EXPECT_EQ(judged("Rate > 5%: Ir=+0").substr(0, 10), "bad-query:");
}

TEST_F(GateTest, JudgesWhatIsNew) {
  add(Version::kOld, {});
  add(Version::kNew, {.fresh = 90});
  EXPECT_EQ(judged("new: Ir=10%"), "failed fresh none 90");
  EXPECT_EQ(judged("new: Ir=13%"), "passed fresh none 90");
  EXPECT_EQ(judged("new fn ~ /test/: Ir=0"), "passed");
  EXPECT_EQ(judged("fn ~ /./: Ir=+1%"), "passed main 10 10");
  EXPECT_EQ(judged("fn ~ /./: Ir=+0"), "failed fresh none 90");
}

TEST_F(GateTest, CountsChangesOnlyWhereTheRunsLieApart) {
  for (const int parse : {100, 112, 104}) {
    add(Version::kOld, {.parse = parse});
  }
  add(Version::kNew, {.parse = 110});
  EXPECT_EQ(judged("Ir=+0"), "passed total 614 620 noise");
  EXPECT_EQ(judged("Ir=615"), "failed total 614 620");
  runs_.new_runs.clear();
  add(Version::kNew, {.parse = 113});
  EXPECT_EQ(judged("Ir=+0"), "failed total 614 623");
}

TEST_F(GateTest, RatiosByNothingKeepNoLimit) {
  add(Version::kOld, {});
  add(Version::kNew, {});
  EXPECT_EQ(judged("fn = main: Ir/calls=5"), "failed main none none no-change");
  EXPECT_EQ(judged("fn = main: Ir/calls=+0"), "passed main none none no-change");
}

TEST_F(GateTest, PercentagesAreOfTheSizeOfCosts) {
  add(Version::kOld, {.parse = -1000});
  add(Version::kNew, {.parse = -1000});
  EXPECT_EQ(judged("fn = parse: Ir=+1%"), "passed parse -1000 -1000");
}

TEST_F(GateTest, BoundsKeepALimitWhereAllTheyMayBeDoes) {
  const std::string cycle =
      "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npositions: line\nevents: Ir Dr\n"
      "fl=m.c\nfn=main\n1 10 1\ncfn=a\ncalls=1 1\n2 150 0\nfn=a\n3 100 0\ncfn=b\ncalls=1 1\n"
      "4 60 0\nfn=b\n5 50 0\ncfn=a\ncalls=1 1\n6 10 0\n";
  for (const Version side : {Version::kOld, Version::kNew}) {
    add_text(side, cycle);
  }
  const Amount b =
      CostsByNode(*profiles_[0], runs_.old_runs[0].selection,
                  {{}, profiles_[0]->symbols().functions.size()}, CostsByNode::Edges::kNone)
          .inclusive(2, 0);
  ASSERT_EQ(certainty_of(b), Certainty::kBounded);
  EXPECT_EQ(judged("fn = b: incl(Ir)=" + to_decimal(upper_of(b))).substr(0, 6), "passed");
  EXPECT_EQ(judged("fn = b: incl(Ir)=" + to_decimal(upper_of(b) - 1)).substr(0, 6), "failed");
}

/// b calls itself by way of a, so that its inclusive cost is known by bounds alone.
std::string cycle_text(int b, int dr_of_a = 0, int dr_of_b = 5) {
  const std::string own = std::to_string(b);
  const std::string own_reads = std::to_string(dr_of_b);
  return "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npositions: line\n"
         "events: Ir Dr Dw\nfl=m.c\nfn=main\n1 10 1 0\ncfn=a\ncalls=1 1\n2 " +
         std::to_string(b + 100) + " " + std::to_string(dr_of_a + dr_of_b) + " 0\nfn=a\n3 100 " +
         std::to_string(dr_of_a) + " 0\ncfn=b\ncalls=1 1\n4 " + std::to_string(b + 10) +
         " 5 0\nfn=b\n5 " + own + " " + own_reads + " 0\ncfn=a\ncalls=1 1\n6 10 0 0\n";
}

/// A formula of bounds has no value on either side, and is no ratio by 0: nothing tells whether it
/// grew.
TEST_F(GateTest, AFormulaOfBoundsKeepsNoLimit) {
  SelectionWords words;
  words.events = {"Ir", "Dr", "Dw"};
  words.defines = {"Rate = Ir/Dr", "Twice = 2 Rate", "Never = Ir/Dw", "Each = 1/Dr"};
  words.events.insert(words.events.end(), {"Rate", "Twice", "Never", "Each"});
  words.takes_ratios = true;
  words.shows_ratios = false;
  for (const auto& [side, b] : {std::pair(Version::kOld, 50), std::pair(Version::kNew, 500)}) {
    add_text(side, cycle_text(b), words);
  }
  EXPECT_EQ(judged("fn = b: incl(Rate)=+1%"), "failed b none none no-change unknown");
  EXPECT_EQ(judged("fn = b: incl(Rate)=+0"), "failed b none none no-change unknown");
  EXPECT_EQ(judged("fn = b: incl(Twice)=+0"), "failed b none none no-change unknown");
  EXPECT_EQ(judged("fn = b: incl(Twice)/Ir=+0"), "failed b none none no-change unknown");
  EXPECT_EQ(judged("fn = b: incl(Rate)=1G"), "failed b none none no-change unknown");
  EXPECT_EQ(judged("fn = b: Rate=+1%"), "failed b 10 100");
  EXPECT_EQ(judged("fn = b: Rate=+900%"), "passed b 10 100");
  // Bounds that meet are bounds, which have no value anywhere.
  EXPECT_EQ(judged("fn = b: incl(Each)=+0"), "failed b none none no-change unknown");
  // By 0 whatever the bounds are: as other ratios by 0.
  EXPECT_EQ(judged("fn = b: incl(Never)=+0"), "passed b none none no-change");
  EXPECT_EQ(judged("fn = b: incl(Rate)/calls=+0"), "failed b none none no-change unknown");
  EXPECT_EQ(judged("fn = main: incl(Rate)=+1M"), "passed main 80 305");  // 160/2, 610/2
}

TEST_F(GateTest, WhatIsDividedByBoundsThatMayBeNothingKeepsNoLimit) {
  for (const Version side : {Version::kOld, Version::kNew}) {
    add_text(side, cycle_text(50, 7, 0));
  }
  EXPECT_EQ(judged("fn = b: incl(Ir)/Dw=+0"), "passed b none none no-change");
  EXPECT_EQ(judged("fn = b: incl(Dw)/incl(Ir)=+0"), "passed b 0 0");
  EXPECT_EQ(judged("fn = b: Ir/incl(Dr)=+0"), "failed b none none no-change unknown");
}

TEST_F(GateTest, WhatIsGoneNeedsNoValueBefore) {
  add(Version::kOld, {.fresh = 90});
  add(Version::kNew, {});
  EXPECT_EQ(judged("fn = fresh: Ir/Dr=+0"), "passed fresh none none no-change");
  EXPECT_EQ(judged("fn = fresh: Ir/Dr=5"), "passed fresh none none no-change");
}

TEST_F(GateTest, RefusesWhatItCannotRead) {
  add(Version::kOld, {});
  add(Version::kNew, {});
  for (const char* rule : {"Ir", "Ir=", "Ir=+", "=+1", "Ir=1 %x", "Ir=5%", "by nothing: Ir=+0",
                           "fn ~ /a/: =+0", "Ir=+-1", "self()=1"}) {
    EXPECT_EQ(judged(rule).substr(0, 9), "bad-rule:") << rule;
  }
  EXPECT_EQ(judged("fn ~ /(/: Ir=+0").substr(0, 11), "bad-regexp:");
  EXPECT_EQ(judged("caller = a: Ir=+0").substr(0, 10), "bad-query:");
}

TEST(GateRule, SuggestsTheRuleOfAFunctionWhoseNameIsTheScope) {
  const auto hint = [](std::string_view rule) { return read_gate_rule(rule).error().hint; };
  EXPECT_EQ(hint("leaf: Ir=+1%"), "for the function of this name: 'fn = leaf: Ir=+1%'");
  EXPECT_EQ(hint("operator new: incl(Ir)=10%"),
            "for the function of this name: 'fn = \"operator new\": incl(Ir)=10%'");
  EXPECT_FALSE(hint("leaf: Ir").contains("fn = leaf"));  // that would be no rule either
  EXPECT_FALSE(hint("leaf <: Ir=+1%").contains("fn = "));
}

TEST(GateRule, KnowsItsScope) {
  const Result<GateRule> rule = read_gate_rule("by file fn ~ /a: b/: MEM_TOTAL:calls=+1%");
  ASSERT_TRUE(rule.has_value()) << rule.error().message;
  EXPECT_EQ(rule->quantity.event, "MEM_TOTAL:calls");
  EXPECT_EQ(rule->by, GroupBy::kFile);
  EXPECT_TRUE(rule->limit.is_percent);
  EXPECT_EQ(rule->limit.text, "+1%");
}

/// The findings of one rule about groups.
Result<Gate> gate_by_group(const std::string& rule,
                           const std::shared_ptr<const GroupRules>& groups) {
  const auto was = read_text("events: Ir\nfn=a_one\n1 10\nfn=a_two\n1 20\nfn=b\n1 5\n");
  const auto is = read_text("events: Ir\nfn=a_one\n1 5\nfn=a_two\n1 40\nfn=b\n1 5\n");
  SelectionWords words;
  words.groups = groups;
  DiffRuns runs;
  runs.old_runs.push_back({was.get(), select(*was, words).value()});
  runs.new_runs.push_back({is.get(), select(*is, words).value()});
  return gate(runs, {read_gate_rule(rule).value()});
}

TEST_F(GateTest, JudgesGroupsOfOnesOwn) {
  const auto rules = std::make_shared<const GroupRules>(
      GroupRules::read("alpha: name ~ /^a_/\n", "team.rules").value());
  const auto verdict = [&](const std::string& rule) {
    const Result<Gate> answer = gate_by_group(rule, rules);
    return std::to_string(answer->verdicts[0].checked) + " checked, " +
           std::to_string(answer->verdicts[0].failed) +
           " failed: " + answer->verdicts[0].findings[0].scope;
  };
  EXPECT_EQ(verdict("by group: Ir=+10"), "2 checked, 1 failed: alpha");
  EXPECT_EQ(verdict("by group: Ir=+15"), "2 checked, 0 failed: alpha");
  EXPECT_EQ(verdict("by group group = alpha: Ir=+1%"), "1 checked, 1 failed: alpha");
  EXPECT_EQ(verdict("by name: Ir=+15"), "3 checked, 1 failed: a_two");  // rules are for groups
  EXPECT_EQ(gate_by_group("by group: Ir=+0", nullptr).error().code, "bad-rule");
}

constexpr std::string_view kLinesWere =
    "events: Ir Dr\nfl=a.c\nfn=main\n1 10 1\n3 20 2\n4 5 0\ncfn=leaf\ncalls=2 9\n4 80 8\n"
    "fn=leaf\n9 80 8\nfl=gone.c\nfn=gone\n0 4 1\n";
/// As kLinesWere with a line before the third, and a slower leaf.
constexpr std::string_view kLinesAre =
    "events: Ir Dr\nfl=a.c\nfn=main\n1 10 1\n4 20 2\n5 5 0\ncfn=leaf\ncalls=2 10\n5 160 8\n"
    "fn=leaf\n10 160 8\nfl=fresh.c\nfn=fresh\n7 40 4\n";

/// Rules about lines of source code. What was inlined into them is tested with real programs
/// (tests/inlines).
class GateLinesTest : public GateTest {
 protected:
  GateLinesTest() {
    old_folder_.file("a.c", "int main() {\n\n  first();\n  leaf();\n}\n\n\n\nint leaf() {}\n");
    new_folder_.file("a.c",
                     "int main() {\n\n  int x;\n  first();\n  leaf();\n}\n\n\n\nint leaf() {}\n");
    places_.old_places.folders = {old_folder_.path()};
    places_.new_places.folders = {new_folder_.path()};
  }

  void add(Version side, std::string_view text) {
    SelectionWords words;
    words.defines = {"Rate = 100 Dr/Ir", "Each = Ir/calls"};
    words.events = {"Ir", "Dr", "Rate", "Each"};
    words.takes_ratios = true;
    add_text(side, text, words, Keep::kAll);
  }

  TemporaryFolder old_folder_, new_folder_;
};

TEST_F(GateLinesTest, LinesArePairedByTheTextOfBothSources) {
  add(Version::kOld, kLinesWere);
  add(Version::kNew, kLinesAre);
  EXPECT_EQ(judged("by line: Ir=+1%"), "failed a.c:10 80 160");
  EXPECT_EQ(judged("by line: Ir=+100%"), "passed a.c:10 80 160");
  EXPECT_EQ(judged("by line: Ir=+39"), "failed a.c:10 80 160 fresh.c:7 none 40");
  EXPECT_EQ(judged("by line: Dr=+0%"), "passed a.c:1 1 1");
}

TEST_F(GateLinesTest, ALineHasAPlace) {
  add(Version::kOld, kLinesWere);
  add(Version::kNew, kLinesAre);
  const Result<Gate> failed = answer("by line: Ir=+1%");
  EXPECT_EQ(failed->verdicts[0].findings[0].file, "a.c");
  EXPECT_EQ(failed->verdicts[0].findings[0].line, 10U);
  EXPECT_EQ(failed->verdicts[0].checked, 5U);  // without the new one
}

TEST_F(GateLinesTest, QueriesChooseLines) {
  add(Version::kOld, kLinesWere);
  add(Version::kNew, kLinesAre);
  EXPECT_EQ(judged("by line file = fresh.c: Ir=30"), "failed fresh.c:7 none 40");
  EXPECT_EQ(judged("by line fn ~ /:4$/: Ir=+0"), "passed a.c:4 20 20");
  EXPECT_EQ(judged("by line self < 6: Ir=+0"), "passed a.c:5 5 5");
  EXPECT_EQ(judged("by line file = gone.c: Ir=+0"), "passed gone.c:? 4 none");  // by its old costs
  EXPECT_EQ(judged("by line Rate = 25: Ir=+0"), "passed gone.c:? 4 none");
  EXPECT_EQ(judged("by line new: Ir=20"), "failed fresh.c:7 none 40");
  EXPECT_EQ(judged("by line file = nothing.c: Ir=20"), "passed");
}

TEST_F(GateLinesTest, LimitsCanBeSharesRatiosAndFormulas) {
  add(Version::kOld, kLinesWere);
  add(Version::kNew, kLinesAre);  // 235 in all
  EXPECT_EQ(judged("by line: Ir=68%", GateBase::kNone), "failed a.c:10 none 160");
  EXPECT_EQ(judged("by line: self(Ir)=69%", GateBase::kNone), "passed a.c:10 none 160");
  EXPECT_EQ(judged("by line fn ~ /:10/: Ir/Dr=+9"), "failed a.c:10 10 20");
  EXPECT_EQ(judged("by line fn ~ /:10/: Rate=+0"), "passed a.c:10 10 5");
  EXPECT_EQ(lower_limit(answer("by line: Ir=1M", GateBase::kNone)->verdicts[0]), "160");
}

TEST_F(GateLinesTest, LinesHaveNoCallsAndNoInclusiveCost) {
  add(Version::kOld, kLinesWere);
  add(Version::kNew, kLinesAre);
  EXPECT_EQ(judged("by line: incl(Ir)=1"), "bad-rule: a line of source code has no inclusive cost");
  EXPECT_EQ(judged("by line: calls=1"), "bad-rule: a line of source code has no number of calls");
  EXPECT_EQ(judged("by line incl > 1: Ir=1"),
            "bad-query: a line of source code has no inclusive cost");
  EXPECT_EQ(judged("by line: Each=1"),
            "bad-rule: the rule 'by line: Each=1' needs a number of calls, which a line of source "
            "code does not have");
  EXPECT_EQ(judged("by line Each > 1: Ir=1"),
            "bad-query: a line of source code has no number of calls, which 'Each' needs");
}

TEST_F(GateLinesTest, ChangesWithinThoseOfTheRunsAreNoise) {
  add(Version::kOld, "events: Ir Dr\nfl=a.c\nfn=main\n1 10 1\n2 7 0\n");
  add(Version::kOld, "events: Ir Dr\nfl=a.c\nfn=main\n1 14 1\n2 7 0\n");
  add(Version::kOld, "events: Ir Dr\nfl=a.c\nfn=main\n1 11 1\n");
  add(Version::kNew, "events: Ir Dr\nfl=a.c\nfn=main\n1 13 1\n2 9 0\n");
  EXPECT_EQ(judged("by line fn ~ /:1$/: Ir=+0"), "passed a.c:1 11 13 noise");
  EXPECT_EQ(judged("by line fn ~ /:2$/: Ir=+0"), "failed a.c:2 7 9");
}

TEST_F(GateLinesTest, AProfileWithoutLinesHasNone) {
  add(Version::kOld, "events: Ir Dr\nfn=main\n0 10 1\n");
  add(Version::kNew, "events: Ir Dr\nfn=main\n0 10 1\n");
  EXPECT_EQ(judged("by line: Ir=1"), "no-lines: neither side has source lines");
}

TEST(GateOfEstimates, SaysWhatRestsOnEstimates) {
  // f and g both call h: of h only a part is f's, which nothing tells.
  const auto whole = read_text(
      "events: Ir\nfn=main\n1 1\ncfn=f\ncalls=1 1\n2 60\ncfn=g\ncalls=1 1\n3 60\nfn=f\n10 20\n"
      "cfn=h\ncalls=4 1\n11 40\nfn=g\n20 40\ncfn=h\ncalls=6 1\n21 20\nfn=h\n30 30\n"
      "cfn=i\ncalls=3 1\n32 30\nfn=i\n40 30\n");
  const Result<Opened> focused = filter_profile(*whole, {.focus = {"^f$"}});
  ASSERT_TRUE(focused.has_value());
  const auto nothing = read_text("events: Ir\nfn=main\n1 0\n");
  DiffRuns runs;
  runs.old_runs.push_back({nothing.get(), selected(*nothing, {})});
  runs.new_runs.push_back({focused->profile.get(), selected(*focused->profile, {})});
  const auto verdict = [&runs](const std::string& text) {
    return std::move(gate(runs, {read_gate_rule(text).value()}).value().verdicts.front());
  };
  const GateVerdict of_h = verdict("fn = h: Ir=100");
  EXPECT_TRUE(of_h.passed && of_h.rests_on_estimates);
  EXPECT_EQ(of_h.findings.front().certainty, Certainty::kEstimated);
  const GateVerdict too_high = verdict("fn = h: Ir=10");
  EXPECT_TRUE(!too_high.passed && too_high.rests_on_estimates);
  const GateVerdict of_f = verdict("fn = f: Ir=10");
  EXPECT_TRUE(!of_f.passed && !of_f.rests_on_estimates);
  EXPECT_EQ(of_f.findings.front().certainty, Certainty::kExact);
  const GateVerdict of_all = verdict("by function: Ir=10");
  EXPECT_TRUE(!of_all.passed && !of_all.rests_on_estimates) << "f alone breaks it";
  EXPECT_GT(of_all.estimated, 0U);
  EXPECT_FALSE(verdict("Ir=100").rests_on_estimates) << "the total is exact";
}

}  // namespace
}  // namespace quern
