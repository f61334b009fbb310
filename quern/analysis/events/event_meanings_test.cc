// SPDX-License-Identifier: MIT
#include "quern/analysis/events/event_meanings.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

Event event(std::string name, std::string unit = {}, uint64_t scale = 1,
            Combine combine = Combine::kSum) {
  Event made;
  made.name = std::move(name);
  made.unit = std::move(unit);
  made.scale = scale;
  made.combine = combine;
  return made;
}

/// The settled units of two inputs, or the error; asked in both orders of adding.
Result<std::vector<SettledUnit>> both(const Event& one, const Event& other) {
  EventMeanings first;
  first.add(0, "a", {&one, 1});
  first.add(1, "b", {&other, 1});
  EventMeanings second;
  second.add(1, "b", {&other, 1});
  EventMeanings late;
  late.add(0, "a", {&one, 1});
  second.add(late);
  const auto asked = first.settled();
  const auto again = second.settled();
  EXPECT_EQ(asked.has_value(), again.has_value());
  EXPECT_EQ(asked ? "" : asked.error().message, again ? "" : again.error().message);
  return asked;
}

TEST(EventMeanings, RefuseDifferentUnitsScalesAndKinds) {
  const auto units = both(event("Time", "us"), event("Time", "ns"));
  ASSERT_FALSE(units);
  EXPECT_EQ(units.error().code, "mixed-units");
  EXPECT_EQ(units.error().fault, Fault::kUsage);
  EXPECT_EQ(units.error().message, "the files count 'Time' in different units: us in a, ns in b");
  EXPECT_EQ(both(event("X", "ns", 10), event("X", "ns")).error().message,
            "the files count 'X' in different units: 10 ns in a, ns in b");
  EXPECT_EQ(both(event("B_MAX", "", 1, Combine::kMax), event("B_MAX")).error().message,
            "costs of 'B_MAX' are sums in b, but maxima in a");
}

TEST(EventMeanings, MakeOneUnknownUnitOfAKnownAndAnUnknownOne) {
  for (const bool is_first : {true, false}) {
    const Event known = event("Time", "us");
    const auto settled = is_first ? both(known, event("Time")) : both(event("Time"), known);
    ASSERT_TRUE(settled);
    ASSERT_EQ(settled->size(), 1U);
    EXPECT_EQ(settled->front().unit, "");
    EXPECT_EQ(settled->front().note, std::string("'Time' is counted in us in ") +
                                         (is_first ? "a" : "b") + " and in an unknown unit in " +
                                         (is_first ? "b" : "a") +
                                         ": its costs are shown as plain numbers");
  }
}

TEST(EventMeanings, KnowEqualUnitsOfDifferentSpelling) {
  const auto settled = both(event("X", "us", 10), event("X", "ns", 10'000));
  ASSERT_TRUE(settled);
  ASSERT_EQ(settled->size(), 1U);
  EXPECT_EQ(settled->front().unit, "ns");
  EXPECT_EQ(settled->front().scale, 10'000U);
  EXPECT_EQ(settled->front().note, "");
  EXPECT_TRUE(both(event("Memory"), event("Memory", "bytes"))->empty());  // well known
  EXPECT_TRUE(both(event("X", "ns"), event("Y", "us"))->empty());
}

TEST(EventMeanings, TakeNoUnitFromOtherEventsOfOneInput) {
  const std::vector<Event> modern = {event("sysTime"), event("sysCpuTime")};
  const std::vector<Event> old = {event("sysTime")};  // milliseconds
  EventMeanings meanings;
  meanings.add(0, "a", modern);
  meanings.add(1, "b", old);
  ASSERT_FALSE(meanings.settled());
  EXPECT_EQ(meanings.settled().error().message,
            "the files count 'sysTime' in different units: ns in a, unknown ones in b");
}

}  // namespace
}  // namespace quern
