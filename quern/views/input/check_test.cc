// SPDX-License-Identifier: MIT
#include "quern/views/input/check.h"

#include "quern/query/test_support.h"

namespace quern {
namespace {

TEST(Check, AProfileWithoutFindingsIsSound) {
  const Check check =
      check_of(*read_text("events: Ir\nfn=a\n1 1\ntotals: 1\n", Keep::kTotals, true), true);
  EXPECT_EQ(check.files, std::vector<std::string>{"in.callgrind"});
  EXPECT_TRUE(check.is_sound);
  EXPECT_TRUE(check.findings.empty());
  EXPECT_EQ(check.errors + check.warnings, 0U);
}

TEST(Check, AnIncompleteProfileIsUnsound) {
  const auto profile =
      read_text("creator: callgrind-3.19.0\nevents: Ir\nfn=a\n1 5\n", Keep::kTotals, true);
  const Check check = check_of(*profile, false);
  EXPECT_FALSE(check.is_sound);
  ASSERT_EQ(check.findings.size(), 1U);
  EXPECT_EQ(check.findings[0].code, "end-missing");
  EXPECT_EQ(check.findings[0].severity, Severity::kWarning);
}

TEST(Check, NotesThatNothingShowsTheEnd) {
  const Check check = check_of(*read_text("events: Ir\nfn=a\n1 5\n", Keep::kTotals, true), true);
  EXPECT_TRUE(check.is_sound);
  ASSERT_EQ(check.findings.size(), 1U);
  EXPECT_EQ(check.findings[0].code, "end-unknown");
  EXPECT_EQ(check.findings[0].severity, Severity::kNote);
}

TEST(Check, WarningsAreUnsoundOnlyIfStrict) {
  const auto profile = read_text("events: Ir\nfn=a\n1 5\nwhat=1\ntotals: 5\n", Keep::kTotals, true);
  const Check check = check_of(*profile, false);
  EXPECT_TRUE(check.is_sound);
  EXPECT_EQ(check.warnings, 1U);
  ASSERT_EQ(check.findings.size(), 1U);
  EXPECT_EQ(check.findings[0].severity, Severity::kWarning);
  EXPECT_EQ(check.findings[0].input, "in.callgrind");
  EXPECT_EQ(check.findings[0].place, (Place{4, 1}));
  EXPECT_FALSE(check.findings[0].message.empty());
  EXPECT_FALSE(check_of(*profile, true).is_sound);
}

TEST(Check, AnErrorIsUnsound) {
  const auto profile = read_text("events: Ir\nfn=a\n1 5\nwhat=1\n1 5 6 7\n", Keep::kTotals, true);
  const Check check = check_of(*profile, false);
  EXPECT_FALSE(check.is_sound);
  EXPECT_EQ(check.errors, 1U);
  ASSERT_EQ(check.findings.size(), 2U);
  EXPECT_EQ(check.findings[0].place.line, 4U);
  EXPECT_EQ(check.findings[1].place.line, 5U);
  EXPECT_EQ(check.findings[1].severity, Severity::kError);
}

TEST(Check, FindingsStandInTheOrderOfTheFile) {
  const Check check = check_of(
      *read_text("events: Ir\nsummary: 3\nfn=a\n1 5\nwhat=1\ntotals: 4\n", Keep::kTotals, true),
      false);
  ASSERT_GE(check.findings.size(), 3U);
  for (size_t at = 1; at < check.findings.size(); ++at) {
    EXPECT_LE(check.findings[at - 1].place.line, check.findings[at].place.line);
  }
}

TEST(Check, CountsWhatItDoesNotList) {
  std::string text = "events: Ir\nfn=a\n1 5\n";
  for (int row = 0; row < 1003; ++row) {
    text += "what=1\n";
  }
  text += "totals: 5\n";
  const Check check = check_of(*read_text(text, Keep::kTotals, true), false);
  EXPECT_EQ(check.warnings, 1003U);
  EXPECT_EQ(check.findings.size(), 1000U);
  ASSERT_EQ(check.more.size(), 1U);
  EXPECT_EQ(check.more[0].input, "in.callgrind");
  EXPECT_EQ(check.more[0].code, check.findings[0].code);
  EXPECT_EQ(check.more[0].not_listed, 3U);
}

TEST(Check, ListsContradictionsOfCalls) {
  const auto profile = read_text(
      "events: Ir\nfn=main\n1 10\ncfn=work\ncalls=1 1\n2 100\nfn=work\n1 60\n", Keep::kSums, true);
  const Check check = check_of(*profile, false);
  EXPECT_TRUE(check.is_sound);
  EXPECT_EQ(check.warnings, 2U);
  ASSERT_EQ(check.findings.size(), 3U);
  EXPECT_EQ(check.findings[0].code, "end-unknown");
  EXPECT_EQ(check.findings[1].code, "calls-above-callee");
  EXPECT_EQ(check.findings[2].code, "inclusive-above-total");
  EXPECT_EQ(check.findings[2].input, "in.callgrind");
  EXPECT_FALSE(check_of(*profile, true).is_sound);
}

}  // namespace
}  // namespace quern
