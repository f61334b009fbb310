// SPDX-License-Identifier: MIT
#include "quern/output/shared/amounts.h"

#include <gtest/gtest.h>

#include <limits>

namespace quern {
namespace {

const int128 kLargest = static_cast<int128>(~uint128{0} >> 1U);

Event event_in(std::string unit, uint64_t scale = 1) {
  Event event;
  event.name = "E";
  event.unit = std::move(unit);
  event.scale = scale;
  return event;
}

TEST(CostText, GroupsCounts) {
  EXPECT_EQ(cost_text(event_in(""), 0), "0");
  EXPECT_EQ(cost_text(event_in(""), -1234567), "-1,234,567");
  EXPECT_EQ(cost_text(event_in("samples"), 1234), "1,234");
}

TEST(CostText, ShowsTimesInAUnitThatSuitsThem) {
  EXPECT_EQ(cost_text(event_in("ns"), 0), "0 ns");
  EXPECT_EQ(cost_text(event_in("ns"), 999), "999 ns");
  EXPECT_EQ(cost_text(event_in("ns"), 1000), "1.000 us");
  EXPECT_EQ(cost_text(event_in("ns", 10), 123'456), "1.235 ms");
  EXPECT_EQ(cost_text(event_in("us"), -1'234'567), "-1.235 s");
  EXPECT_EQ(cost_text(event_in("s"), 12'345'678), "12,345,678 s");
  EXPECT_EQ(cost_text(event_in("ms"), 12'345'678'901), "12,345,678.901 s");
}

TEST(CostText, ShowsSizesByPowersOfThousand) {
  EXPECT_EQ(cost_text(event_in("bytes"), 512), "512 B");
  EXPECT_EQ(cost_text(event_in("bytes"), 93'449), "93.4 kB");
  EXPECT_EQ(cost_text(event_in("bytes"), -1'000'000), "-1.0 MB");
}

TEST(CostText, RoundsIntoTheNextUnitRatherThanToAThousand) {
  EXPECT_EQ(cost_text(event_in("ns"), 999'999), "999.999 us");
  EXPECT_EQ(cost_text(event_in("ns"), 999'999'499), "999.999 ms");
  EXPECT_EQ(cost_text(event_in("ns"), 999'999'500), "1.000 s");
  EXPECT_EQ(cost_text(event_in("bytes"), 999'949), "999.9 kB");
  EXPECT_EQ(cost_text(event_in("bytes"), 999'950), "1.0 MB");
}

TEST(CostText, RoundsHalvesAwayFromZero) {
  EXPECT_EQ(cost_text(event_in("ns"), 1'234'500), "1.235 ms");
  EXPECT_EQ(cost_text(event_in("ns"), -1'234'500), "-1.235 ms");
  EXPECT_EQ(cost_text(event_in("ns"), 1'234'499), "1.234 ms");
}

std::string in_unit_text(Event event, std::string unit, int128 cost) {
  event.shown_unit = std::move(unit);
  return cost_text(event, cost);
}

TEST(CostText, ShowsTheUnitThatIsAskedFor) {
  EXPECT_EQ(in_unit_text(event_in("ns", 10), "ms", 123'456), "1.235 ms");
  EXPECT_EQ(in_unit_text(event_in("ns"), "s", -1'234'567'890), "-1.235 s");
  EXPECT_EQ(in_unit_text(event_in("us"), "ns", 1'234), "1,234,000 ns");
  EXPECT_EQ(in_unit_text(event_in("s"), "s", 5), "5 s");
  EXPECT_EQ(in_unit_text(event_in("bytes"), "KiB", 1'536), "1.500 KiB");
  EXPECT_EQ(in_unit_text(event_in("bytes"), "MiB", 3 << 20), "3.000 MiB");
  EXPECT_EQ(in_unit_text(event_in("bytes"), "kB", 1'500), "1.500 kB");
  EXPECT_EQ(in_unit_text(event_in("bytes"), "B", 1'234'567), "1,234,567 B");
}

TEST(CostText, WhatRoundsToNothingInAUnitIsStillSomething) {
  EXPECT_EQ(in_unit_text(event_in("ns"), "s", 1), "<0.001 s");
  EXPECT_EQ(in_unit_text(event_in("ns"), "s", -1), ">-0.001 s");
  EXPECT_EQ(in_unit_text(event_in("ns"), "s", 499'999), "<0.001 s");
  EXPECT_EQ(in_unit_text(event_in("ns"), "s", 500'000), "0.001 s");
  EXPECT_EQ(in_unit_text(event_in("ns"), "s", 0), "0.000 s");
}

TEST(CostText, AUnitOfAnotherDimensionChangesNothing) {
  EXPECT_EQ(in_unit_text(event_in("bytes"), "ms", 1'500), "1.5 kB");
  EXPECT_EQ(in_unit_text(event_in("cycles"), "ms", 1'500), "1,500");
  EXPECT_EQ(in_unit_text(event_in("B"), "KiB", 1'500), "1,500");
}

TEST(CostText, AUnitKeepsMarks) {
  Event event = event_in("ns");
  event.shown_unit = "us";
  EXPECT_EQ(cost_text(event, Amount(Bounded{1500, 2000})), "≥ 1.500 us");
  EXPECT_EQ(cost_text(event, Amount(Estimated{1500})), "~ 1.500 us");
  EXPECT_EQ(change_text(event, Amount(Exact{1500})), "+1.500 us");
}

TEST(CostText, WhatHasNoRoomInAUnitIsShownAsEver) {
  EXPECT_EQ(in_unit_text(event_in("s"), "ns", kLargest), cost_text(event_in("s"), kLargest));
}

TEST(CostText, ScalesUnitsItDoesNotKnow) {
  EXPECT_EQ(cost_text(event_in("cycles", 64), 100), "6,400");
}

TEST(CostText, TellsTheFactorsOfWhatIsBeyond128Bits) {
  EXPECT_EQ(cost_text(event_in("ns", 10), kLargest),
            "170,141,183,460,469,231,731,687,303,715,884,105,727 × 10 ns");
  EXPECT_EQ(cost_text(event_in("ns"), -kLargest - 1),
            "-170,141,183,460,469,231,731,687,303,715,884,105,728 × 1 ns");
  EXPECT_TRUE(cost_text(event_in("bytes"), kLargest).ends_with(" EB"));
}

TEST(CostText, MarksWhatIsNotExact) {
  EXPECT_EQ(cost_text(event_in(""), Exact{1234}), "1,234");
  EXPECT_EQ(cost_text(event_in(""), Bounded{1234, 5678}), "≥ 1,234");
  EXPECT_EQ(cost_text(event_in("ns"), Estimated{1234}), "~ 1.234 us");
}

TEST(CostPhrase, NamesTheEvent) {
  EXPECT_EQ(cost_phrase(event_in(""), 1234), "1,234 E");
  EXPECT_EQ(cost_phrase(event_in("ns", 10), 123), "1.230 us E");
}

TEST(RawText, KeepsTheMarkWithoutGrouping) {
  EXPECT_EQ(raw_text(Exact{1234}), "1234");
  EXPECT_EQ(raw_text(Bounded{1234, 5678}), "≥ 1234");
  EXPECT_EQ(raw_text(Estimated{1234}), "~ 1234");
}

TEST(PercentText, HasTwoDecimals) {
  EXPECT_EQ(percent_text(1, 3), "33.33");
  EXPECT_EQ(percent_text(3, 3), "100.00");
  EXPECT_EQ(percent_text(5, 4), "125.00");
  EXPECT_EQ(percent_text(0, 3), "0.00");
  EXPECT_EQ(percent_text(-1, 3), "-33.33");
  EXPECT_EQ(percent_text(-1, -3), "33.33");
  EXPECT_EQ(percent_text(0, -3), "0.00");
}

TEST(ChangePercent, HasTheSignOfTheChange) {
  EXPECT_EQ(change_percent(Exact{10}, 300), "+3.33");
  EXPECT_EQ(change_percent(Exact{10}, -300), "+3.33");
  EXPECT_EQ(change_percent(Exact{-10}, -300), "-3.33");
  EXPECT_EQ(change_percent(Exact{10}, 0), "-");
}

TEST(PercentText, DoesNotCallSomethingNothing) {
  EXPECT_EQ(percent_text(1, 1'000'000), "<0.01");
  EXPECT_EQ(percent_text(-1, 1'000'000), ">-0.01");
}

TEST(PercentText, HasNoShareOfNothing) {
  EXPECT_EQ(percent_text(1, 0), "-");
}

TEST(PercentText, KeepsTheMark) {
  EXPECT_EQ(percent_text(Bounded{1, 2}, 4), "≥ 25.00");
  EXPECT_EQ(percent_text(Exact{1}, 4), "25.00");
}

TEST(EventText, NamesAnEventOnceAndItsUnitInTheNumber) {
  Event time;
  time.name = "Time_(10ns)";
  time.unit = "ns";
  time.scale = 10;
  EXPECT_EQ(cost_phrase(time, 8'087'100), "80.871 ms Time");
  EXPECT_EQ(event_text(time), "Time");
  Event plain;
  plain.name = "hits_(pages)";
  plain.unit = "pages";
  EXPECT_EQ(cost_phrase(plain, 3), "3 hits_(pages)");  // the number does not say so
}

}  // namespace
}  // namespace quern
