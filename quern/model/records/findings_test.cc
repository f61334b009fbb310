// SPDX-License-Identifier: MIT
#include "quern/model/records/findings.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

constexpr CodeInfo kOdd{"odd", Severity::kWarning, "something odd"};
constexpr CodeInfo kBad{"bad", Severity::kError, "something bad"};
constexpr CodeInfo kThird{"third", Severity::kWarning, "something else"};

TEST(Findings, CountsAllButKeepsTheFirst) {
  Findings findings;
  int texts = 0;
  for (uint64_t line = 1; line <= 5000; ++line) {
    findings.add(kOdd, {line, 1}, [&texts] {
      ++texts;
      return std::string("text");
    });
  }
  EXPECT_EQ(findings.count(kOdd), 5000U);
  EXPECT_EQ(findings.kinds().front().kept.size(), Findings::kKept);
  EXPECT_EQ(texts, 1000);
  EXPECT_EQ(findings.errors(), 0U);
}

TEST(Findings, SortsByPlace) {
  Findings findings;
  const auto text = [] { return std::string(); };
  findings.add(kOdd, {9, 1}, text);
  findings.add(kBad, {2, 5}, text);
  findings.add(kBad, {2, 3}, text);
  const std::vector<Finding> sorted = findings.sorted();
  ASSERT_EQ(sorted.size(), 3U);
  EXPECT_EQ(sorted[0].place, (Place{2, 3}));
  EXPECT_EQ(sorted[1].place, (Place{2, 5}));
  EXPECT_EQ(sorted[2].place, (Place{9, 1}));
  EXPECT_EQ(findings.errors(), 2U);
}

TEST(Findings, TheFirstIsTheOneThatStandsFirst) {
  Findings findings;
  findings.add(kOdd, {6, 4}, [] { return std::string("found early"); });
  findings.add(kOdd, {4, 4}, [] { return std::string("found late"); });
  findings.add(kOdd, {4, 9}, [] { return std::string("found last"); });
  EXPECT_EQ(findings.kinds().front().first().message, "found late");
}

TEST(Findings, AppendAddsCounts) {
  Findings first;
  Findings later;
  const auto text = [] { return std::string("t"); };
  first.add(kOdd, {1, 1}, text);
  later.add(kOdd, {2, 1}, text);
  later.add(kBad, {3, 1}, text);
  first.append(later);
  EXPECT_EQ(first.count(kOdd), 2U);
  EXPECT_EQ(first.count(kBad), 1U);
  EXPECT_EQ(first.sorted().size(), 3U);
}

TEST(Findings, TakesBackWhatCameBehindAMark) {
  const auto add = [](Findings& findings, const CodeInfo& code, uint64_t line) {
    findings.add(code, {line, 1}, [] { return std::string("odd"); });
  };
  Findings findings;
  add(findings, kOdd, 1);
  for (size_t more = 0; more < Findings::kKept; ++more) {
    add(findings, kBad, 2);
  }
  const Findings::Mark mark = findings.mark();
  add(findings, kOdd, 3);
  add(findings, kBad, 4);
  add(findings, kThird, 5);
  findings.return_to(mark);
  EXPECT_EQ(findings.kinds().size(), 2U);
  EXPECT_EQ(findings.count(kOdd), 1U);
  EXPECT_EQ(findings.count(kBad), Findings::kKept);
  EXPECT_EQ(findings.count(kThird), 0U);
  EXPECT_EQ(findings.sorted().back().place.line, 2U);
}

}  // namespace
}  // namespace quern
