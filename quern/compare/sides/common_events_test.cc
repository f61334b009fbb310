// SPDX-License-Identifier: MIT
#include "quern/compare/sides/common_events.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "quern/load/open.h"

namespace quern {
namespace {

/// A profile of one function that counts `events`, each 1 at a line.
Opened counting(std::string_view events) {
  std::string text = "events: " + std::string(events) + "\nfl=a.c\nfn=f\n1";
  for (const char c : events) {
    text += c == ' ' ? "" : " 1";
  }
  Result<Opened> opened = open_bytes("callgrind.out.1", text + "\n", {});
  EXPECT_TRUE(opened.has_value());
  return std::move(*opened);
}

std::vector<Opened> all_of(std::initializer_list<std::string_view> profiles) {
  std::vector<Opened> opened;
  for (const std::string_view events : profiles) {
    opened.push_back(counting(events));
  }
  return opened;
}

using Names = std::vector<std::string>;

TEST(CommonEvents, AreThoseOfAllInTheOrderOfTheNewest) {
  EXPECT_EQ(common_events(all_of({"A B C", "C D A", "C A"})).value(), (Names{"C", "A"}));
  EXPECT_EQ(common_events(all_of({"A", "A"})).value(), Names{"A"});
}

TEST(CommonEvents, OfProfilesThatHaveNoneInCommonAreAnError) {
  const Result<Names> none = common_events(all_of({"A B", "C"}));
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().code, "no-common-event");
  EXPECT_EQ(none.error().message, "the sides have no common event: A, B and C");
}

TEST(CommonEvents, TheFirstStandsForAnEmptyWord) {
  const std::vector<Opened> opened = all_of({"A B C", "B C"});
  EXPECT_EQ(events_beside({"C"}, opened, {}).value(), Names{"C"});
  EXPECT_EQ(events_beside({"C", ""}, opened, {}).value(), (Names{"B", "C"}));
  EXPECT_EQ(events_beside({"B", ""}, opened, {}).value(), Names{"B"});
}

TEST(CommonEvents, TheOthersAreTold) {
  EXPECT_EQ(events_left_out(all_of({"A B", "B C", "B C"})),
            "not compared, since not all sides have it: A, C");
  EXPECT_EQ(events_left_out(all_of({"A", "A"})), "");
}

}  // namespace
}  // namespace quern
