// SPDX-License-Identifier: MIT
//
// Rules about lines of source code. What was inlined into them is tested with real programs
// (tests/inlines).
#include <gtest/gtest.h>

#include "quern/compare/gate/gate.h"
#include "quern/query/test_support.h"

namespace quern {
namespace {

constexpr std::string_view kLinesWere =
    "events: Ir Dr\nfl=a.c\nfn=main\n1 10 1\n3 20 2\n4 5 0\ncfn=leaf\ncalls=2 9\n4 80 8\n"
    "fn=leaf\n9 80 8\nfl=gone.c\nfn=gone\n0 4 1\n";
/// As kLinesWere with a line before the third, and a slower leaf.
constexpr std::string_view kLinesAre =
    "events: Ir Dr\nfl=a.c\nfn=main\n1 10 1\n4 20 2\n5 5 0\ncfn=leaf\ncalls=2 10\n5 160 8\n"
    "fn=leaf\n10 160 8\nfl=fresh.c\nfn=fresh\n7 40 4\n";

class GateLinesTest : public ::testing::Test {
 protected:
  GateLinesTest() {
    old_folder_.file("a.c", "int main() {\n\n  first();\n  leaf();\n}\n\n\n\nint leaf() {}\n");
    new_folder_.file("a.c",
                     "int main() {\n\n  int x;\n  first();\n  leaf();\n}\n\n\n\nint leaf() {}\n");
  }

  void add(Version side, std::string_view text) {
    profiles_.push_back(read_text(text, Keep::kAll));
    SelectionWords words;
    words.defines = {"Rate = 100 Dr/Ir", "Each = Ir/calls"};
    words.events = {"Ir", "Dr", "Rate", "Each"};
    words.takes_ratios = true;
    Result<Selection> selection = select(*profiles_.back(), words);
    ASSERT_TRUE(selection) << selection.error().message;
    DiffRun run{profiles_.back().get(), std::move(*selection)};
    (side == Version::kOld ? runs_.old_runs : runs_.new_runs).push_back(std::move(run));
  }

  Result<Gate> answer(const std::string& text, GateBase base = GateBase::kGiven) const {
    const Result<GateRule> rule = read_gate_rule(text);
    if (!rule) {
      return failure(rule.error());
    }
    PlacesOfSides places;
    places.old_places.folders = {old_folder_.path()};
    places.new_places.folders = {new_folder_.path()};
    return gate(runs_, {*rule}, base, places);
  }

  /// The verdict on one rule, with its findings: "failed a.c:10 80 160".
  std::string judged(const std::string& text, GateBase base = GateBase::kGiven) const {
    const Result<Gate> found = answer(text, base);
    if (!found) {
      return found.error().code + ": " + found.error().message;
    }
    std::string told = found->passed ? "passed" : "failed";
    for (const GateFinding& finding : found->verdicts[0].findings) {
      told += " " + finding.scope;
      for (const auto& value : {finding.was, finding.is}) {
        told += " " + (value ? to_decimal(value->numerator) : std::string("-"));
      }
      told += finding.is_noise ? " noise" : "";
    }
    return told;
  }

  TemporaryFolder old_folder_, new_folder_;
  std::vector<std::unique_ptr<const Profile>> profiles_;
  DiffRuns runs_;
};

TEST_F(GateLinesTest, LinesArePairedByTheTextOfBothSources) {
  add(Version::kOld, kLinesWere);
  add(Version::kNew, kLinesAre);
  EXPECT_EQ(judged("by line: Ir=+1%"), "failed a.c:10 80 160");
  EXPECT_EQ(judged("by line: Ir=+100%"), "passed a.c:10 80 160");
  EXPECT_EQ(judged("by line: Ir=+39"), "failed a.c:10 80 160 fresh.c:7 - 40");
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
  EXPECT_EQ(judged("by line file = fresh.c: Ir=30"), "failed fresh.c:7 - 40");
  EXPECT_EQ(judged("by line fn ~ /:4$/: Ir=+0"), "passed a.c:4 20 20");
  EXPECT_EQ(judged("by line self < 6: Ir=+0"), "passed a.c:5 5 5");
  EXPECT_EQ(judged("by line file = gone.c: Ir=+0"), "passed gone.c:? 4 -");  // by its old costs
  EXPECT_EQ(judged("by line Rate = 25: Ir=+0"), "passed gone.c:? 4 -");
  EXPECT_EQ(judged("by line new: Ir=20"), "failed fresh.c:7 - 40");
  EXPECT_EQ(judged("by line file = nothing.c: Ir=20"), "passed");
}

TEST_F(GateLinesTest, LimitsCanBeSharesRatiosAndFormulas) {
  add(Version::kOld, kLinesWere);
  add(Version::kNew, kLinesAre);  // 235 in all
  EXPECT_EQ(judged("by line: Ir=68%", GateBase::kNone), "failed a.c:10 - 160");
  EXPECT_EQ(judged("by line: self(Ir)=69%", GateBase::kNone), "passed a.c:10 - 160");
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

}  // namespace
}  // namespace quern
