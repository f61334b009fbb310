// SPDX-License-Identifier: MIT
#include "quern/analysis/events/event_sum.h"

#include <gtest/gtest.h>

#include <vector>

namespace quern {
namespace {

constexpr EventId kFirst{uint32_t{0}};
constexpr EventId kThird{uint32_t{2}};

TEST(EventSum, AddsItsTerms) {
  const EventSum sum{{{kFirst, 2}, {kThird, 10}}};
  EXPECT_EQ(evaluate(sum, std::vector<int128>{3, 1000, 7}), 76);
}

TEST(EventSum, TakesWhatARowIsTooShortForAsZero) {
  const EventSum sum{{{kFirst, 2}, {kThird, 10}}};
  EXPECT_EQ(evaluate(sum, std::vector<int128>{3}), 6);
  EXPECT_EQ(evaluate(sum, {}), 0);
}

TEST(EventSum, IsExactBeyond64Bits) {
  const int128 huge = kUint64Max * 1000;
  EXPECT_EQ(evaluate(EventSum{{{kFirst, 100}}}, std::vector<int128>{huge}), huge * 100);
  EXPECT_EQ(evaluate(EventSum{{{kFirst, 100}}}, std::vector<int128>{-huge}), huge * -100);
}

TEST(EventSum, HasNoValueBeyond128Bits) {
  const int128 most = ~(int128{1} << 126 << 1);
  EXPECT_EQ(evaluate(EventSum{{{kFirst, 2}}}, std::vector<int128>{most}), std::nullopt);
  EXPECT_EQ(evaluate(EventSum{{{kFirst, 1}, {kThird, 1}}}, std::vector<int128>{most, 0, 1}),
            std::nullopt);
  EXPECT_EQ(evaluate(EventRatio{event_sum(kFirst), {{{kFirst, 2}}}}, std::vector<int128>{most}),
            std::nullopt);
}

TEST(EventSum, OfOneEventIsThatEvent) {
  const std::vector<EventSum> sums = event_sums(std::vector<EventId>{kThird, kFirst});
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums[0], (EventSum{{{kThird, 1}}}));
  EXPECT_EQ(sums[1], event_sum(kFirst));
}

TEST(EventRatio, KeepsBothSides) {
  const EventRatio ratio{event_sum(kFirst), {{{kFirst, 1}, {kThird, 1}}}};
  EXPECT_EQ(evaluate(ratio, std::vector<int128>{2, 0, 4}), (Ratio{2, 6}));
  EXPECT_EQ(evaluate(ratio, {}), (Ratio{0, 0}));
}

}  // namespace
}  // namespace quern
