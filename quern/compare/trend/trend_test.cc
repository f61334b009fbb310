// SPDX-License-Identifier: MIT
#include "quern/compare/trend/trend.h"

#include <gtest/gtest.h>

#include <random>

#include "quern/compare/match/outliers.h"
#include "quern/query/test_support.h"

namespace quern {
namespace {

/// Self costs of a, b and c; what costs nothing is not there.
struct SelfCosts {
  int a = 0, b = 0, c = 0;
};

std::string trend_run(const SelfCosts& run) {
  std::string text = "events: Ir\nfl=a.c\n";
  for (const auto& [name, cost] : {std::pair("a", run.a), {"b", run.b}, {"c", run.c}}) {
    if (cost != 0) {
      text += std::string("fn=") + name + "\n1 " + std::to_string(cost) + "\n";
    }
  }
  return text;
}

/// Profiles, and the points that they are runs of.
struct Runs {
  std::vector<std::unique_ptr<const Profile>> profiles;
  std::vector<size_t> counts;

  explicit Runs(const std::vector<std::vector<SelfCosts>>& points) {
    for (const std::vector<SelfCosts>& point : points) {
      counts.push_back(point.size());
      for (const SelfCosts& run : point) {
        profiles.push_back(read_text(trend_run(run)));
      }
    }
  }

  [[nodiscard]] Trend trend(const Words& words = {}) const {
    DiffRuns runs;
    std::vector<TrendPoint> points;
    for (const size_t count : counts) {
      points.push_back({.label = "v" + std::to_string(points.size()), .runs = count});
    }
    for (size_t at = 0; at < profiles.size(); ++at) {
      const bool is_last = at >= profiles.size() - counts.back();
      (is_last ? runs.new_runs : runs.old_runs)
          .push_back({profiles[at].get(), selected(*profiles[at], words)});
    }
    return Trend(std::move(runs), std::move(points));
  }
};

std::string told_values(const TrendRow& row) {
  std::string text;
  for (const std::vector<Amount>& point : row.values) {
    text += (text.empty() ? "" : " ") + told(point);
  }
  return text;
}

TEST(Trend, FollowsEachFunctionAndFindsItsLargestStep) {
  const Runs runs({{{100, 50, 0}}, {{100, 51, 0}}, {{180, 51, 7}}, {{170, 20, 7}}});
  const Trend trend = runs.trend();
  ASSERT_EQ(trend.shown(), 3U);
  const TrendRow first = trend.row(0);
  EXPECT_EQ(first.name.name, "a");
  EXPECT_EQ(told_values(first), "100 100 180 170");
  EXPECT_EQ(first.step.point, 2U);
  EXPECT_EQ(exactly(first.step.change), 80);
  EXPECT_EQ(exactly(first.change), 70);
  EXPECT_EQ(trend.row(1).name.name, "b");
  EXPECT_EQ(trend.row(1).step.point, 3U);
  EXPECT_EQ(exactly(trend.row(1).step.change), -31);
  EXPECT_EQ(told_values(trend.row(2)), "0 0 7 7");
  EXPECT_EQ(told(trend.points()[2].totals), "238");
  EXPECT_EQ(exactly(trend.total_step().change), 87);
  EXPECT_EQ(trend.total_step().point, 2U);
  EXPECT_EQ(exactly(trend.total_step_at(3).change), -41);
}

TEST(Trend, WhatIsTheSameEverywhereIsNoRow) {
  const Runs runs({{{5, 9, 1}}, {{5, 9, 2}}, {{5, 9, 1}}});
  const Trend trend = runs.trend();
  ASSERT_EQ(trend.row_count(), 1U);
  EXPECT_EQ(trend.unchanged(), 2U);
  // It went and came back.
  EXPECT_EQ(exactly(trend.row(0).change), 0);
  EXPECT_EQ(exactly(trend.row(0).step.change), 1);
}

TEST(Trend, OfSeveralRunsTheMedianCountsAndOverlapsAreNoise) {
  const Runs runs({{{100, 10, 0}, {104, 10, 0}, {102, 10, 0}}, {{103, 20, 0}, {105, 21, 0}}});
  const Trend trend = runs.trend();
  ASSERT_EQ(trend.shown(), 2U);
  // b changed by less than a's noise might be, and yet beyond doubt.
  EXPECT_EQ(trend.row(0).name.name, "b");
  EXPECT_FALSE(trend.row(0).step.is_noise);
  EXPECT_EQ(told_values(trend.row(0)), "10 20");
  EXPECT_EQ(trend.row(1).name.name, "a");
  EXPECT_TRUE(trend.row(1).step.is_noise);
  EXPECT_EQ(told_values(trend.row(1)), "102 103");
  EXPECT_EQ(trend.row(1).ranges[0].low, 100);
  EXPECT_EQ(trend.row(1).ranges[0].high, 104);
  EXPECT_FALSE(trend.not_shown());
}

TEST(Trend, ShownAndNotShownAreTheChangeOfTheTotal) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<SelfCosts>> points(2 + random() % 4);
    const auto cost = [&] { return static_cast<int>(random() % 5); };
    for (std::vector<SelfCosts>& point : points) {
      point.push_back({1 + cost(), cost(), cost()});
    }
    const Runs runs(points);
    for (const size_t limit : {1U, 2U, 3U}) {
      const Trend trend = runs.trend({.limit = limit});
      int128 sum = exactly(*trend.not_shown());
      for (size_t rank = 0; rank < trend.shown(); ++rank) {
        const TrendRow row = trend.row(rank);
        sum += exactly(row.change);
        // Worked out the plain way.
        int128 largest = 0;
        for (size_t at = 1; at < row.values.size(); ++at) {
          largest = std::max(largest,
                             absolute(exactly(row.values[at][0]) - exactly(row.values[at - 1][0])));
        }
        EXPECT_EQ(absolute(exactly(row.step.change)), largest);
        EXPECT_GE(largest, exactly(trend.highest_not_shown()));
      }
      EXPECT_EQ(sum, exactly(trend.points().back().totals[0]) -
                         exactly(trend.points().front().totals[0]));
    }
  }
}

TEST(Outliers, LieFarFromTheMedianOfFourOrMore) {
  const auto found = [](std::vector<int128> totals) {
    std::string text;
    for (const bool is_out : outliers(totals)) {
      text += is_out ? 'x' : '.';
    }
    return text;
  };
  EXPECT_EQ(found({100, 101, 500}), "...");
  EXPECT_EQ(found({100, 101, 99, 500}), "...x");
  EXPECT_EQ(found({10, 101, 99, 100, 102}), "x....");
  EXPECT_EQ(found({100, 100, 100, 101}), "...x");
  EXPECT_EQ(found({100, 100, 100, 100}), "....");
  // The median is 100, that of the distances 2: 10.378 is the limit.
  EXPECT_EQ(found({98, 100, 102, 97, 110}), ".....");
  EXPECT_EQ(found({98, 100, 102, 97, 111}), "....x");
  // As large as sums of costs become.
  const int128 huge = int128{1} << 120;
  EXPECT_EQ(found({huge, huge + 1, huge - 1, 3 * (huge / 2)}), "...x");
}

}  // namespace
}  // namespace quern
