// SPDX-License-Identifier: MIT
#include "quern/model/declared_costs.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace quern {
namespace {

using Costs = std::vector<int128>;

/// A part of as many events as `rows`, which are its sums.
Costs missing(const Costs& summary, const Costs& rows, const std::optional<Costs>& totals = {},
              Combine combine = Combine::kSum) {
  PartHeader header;
  header.has_summary_as_base = true;
  header.summaries = {Costs(rows.size(), 1'000'000), summary};
  header.declared_totals = totals;
  std::vector<Event> events(rows.size());
  for (size_t at = 0; at < rows.size(); ++at) {
    header.events.emplace_back(at);
    events[at].combine = combine;
  }
  return costs_without_rows(header, rows, events);
}

TEST(DeclaredCosts, AreWhatTheLastSummaryHasBeyondTheRows) {
  EXPECT_TRUE(missing({1000}, {500}) == Costs({500}));
  EXPECT_TRUE(missing({1000, 3}, {500, 5}) == Costs({500, 0}));
  EXPECT_TRUE(missing({1000}, {500, 5}) == Costs({500, 0}));
  EXPECT_TRUE(missing({-5}, {-7}) == Costs({2}));
  EXPECT_TRUE(missing({500, 5}, {500, 5}).empty());
  EXPECT_TRUE(missing({400, 4}, {500, 5}).empty());
  EXPECT_TRUE(missing({}, {500}).empty());
}

TEST(DeclaredCosts, OfACompleteFileCountFromTwoAndAThousandth) {
  EXPECT_TRUE(missing({1000}, {500}, Costs{500}) == Costs({500}));
  EXPECT_TRUE(missing({3473, 5, 4}, {3471, 4, 4}, Costs{3471, 4, 4}).empty());
  EXPECT_TRUE(missing({174'127}, {174'116}, Costs{174'116}).empty());
  EXPECT_TRUE(missing({1001}, {1000}, Costs{1000}).empty());
  EXPECT_TRUE(missing({1003}, {1000}, Costs{1000}) == Costs({3}));
  EXPECT_TRUE(missing({3473, 50}, {3471, 4}, Costs{3471, 4}) == Costs({2, 46}));
  // Without `totals:`, or with others, the rows may be cut.
  EXPECT_TRUE(missing({3473}, {3471}) == Costs({2}));
  EXPECT_TRUE(missing({3473}, {3471}, Costs{3472}) == Costs({2}));
}

TEST(DeclaredCosts, AreNoneOfPeaksAndOfXdebug) {
  EXPECT_TRUE(missing({1000}, {500}, {}, Combine::kMax).empty());
  PartHeader header;
  header.summaries = {{1000}};
  header.events = {EventId(size_t{0})};
  const std::vector<Event> events(1);
  EXPECT_TRUE(costs_without_rows(header, Costs({500}), events).empty());
}

}  // namespace
}  // namespace quern
