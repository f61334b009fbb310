// SPDX-License-Identifier: MIT
#include "quern/model/distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

namespace quern {
namespace {

using RunCostList = std::vector<int128>;

/// By run, whose number is the place.
Distribution distribution_of(const RunCostList& costs) {
  Distribution all;
  for (size_t run = 0; run < costs.size(); ++run) {
    if (costs[run] != 0) {
      all.add(Distribution(costs[run], static_cast<uint32_t>(run)), std::less());
    }
  }
  return all;
}

int128 exact_rank(RunCostList costs, unsigned percent) {
  std::ranges::sort(costs);
  const size_t rank = (costs.size() * percent + 99) / 100;
  return costs[std::max<size_t>(1, rank) - 1];
}

/// RunCostList of one of several kinds: small, spread over all sizes, close together, below 0.
RunCostList random_costs(std::mt19937_64& engine) {
  RunCostList costs(1 + engine() % 60);
  const uint64_t kind = engine() % 5;
  const int128 base = static_cast<int128>(engine() >> engine() % 64);
  for (int128& cost : costs) {
    const auto some = static_cast<int128>(engine());
    switch (kind) {
      case 0:
        cost = some % 128;
        break;
      case 1:
        cost = (some >> engine() % 64) << engine() % 40;
        break;
      case 2:
        cost = base + base * (some % 100) / 2500;
        break;
      case 3:
        cost = some % 301 - 150;
        break;
      default:
        cost = engine() % 2 == 0 ? 0 : -(some >> engine() % 64);
    }
  }
  return costs;
}

void expect_near(int128 found, int128 exact) {
  EXPECT_LE(absolute(found - exact) * 128, absolute(exact))
      << to_decimal(found) << " for " << to_decimal(exact);
}

TEST(Distribution, IsExactButForQuantilesWhichAreWithinOneIn128) {
  std::mt19937_64 engine(1);
  for (int round = 0; round < 20000; ++round) {
    const RunCostList costs = random_costs(engine);
    const RunSummary summary = summary_of(distribution_of(costs), costs.size());
    int128 sum = 0;
    for (const int128 cost : costs) {
      sum += cost;
    }
    const auto highest = std::ranges::max_element(costs);
    ASSERT_EQ(summary.runs, costs.size());
    ASSERT_EQ(summary.sum, sum);
    ASSERT_EQ(summary.min, std::ranges::min(costs));
    ASSERT_EQ(summary.max, *highest);
    if (*highest != 0) {
      ASSERT_EQ(summary.run, static_cast<uint32_t>(highest - costs.begin()));
    }
    expect_near(summary.median, exact_rank(costs, 50));
    expect_near(summary.p95, exact_rank(costs, 95));
    for (const unsigned percent : {0U, 1U, 25U, 75U, 100U}) {
      expect_near(percentile(distribution_of(costs), costs.size(), percent),
                  exact_rank(costs, percent));
    }
    ASSERT_FALSE(HasFailure());
  }
}

TEST(Distribution, QuantilesOfSmallCostsAreExact) {
  for (int128 cost = -127; cost < 128; ++cost) {
    const RunCostList costs = {-1000, -1000, cost, 1000, 1000};
    EXPECT_EQ(summary_of(distribution_of(costs), 5).median, cost);
  }
}

TEST(Distribution, DoesNotDependOnOrderOrGrouping) {
  std::mt19937_64 engine(2);
  for (int round = 0; round < 5000; ++round) {
    const RunCostList costs = random_costs(engine);
    std::vector<Distribution> groups(1 + engine() % 5);
    std::vector<size_t> order(costs.size());
    for (size_t at = 0; at < order.size(); ++at) {
      order[at] = at;
    }
    std::ranges::shuffle(order, engine);
    for (const size_t run : order) {
      if (costs[run] != 0) {
        groups[engine() % groups.size()].add(Distribution(costs[run], static_cast<uint32_t>(run)),
                                             std::less());
      }
    }
    Distribution all;
    for (const Distribution& group : groups) {
      all.add(group, std::less());
    }
    ASSERT_EQ(all, distribution_of(costs));
  }
}

TEST(Distribution, BucketsAreAscending) {
  int128 before = 0;
  for (int128 cost = 0; cost < kUint64Max; cost = cost * 65 / 64 + 1) {
    EXPECT_GE(Distribution::bucket_of(cost), Distribution::bucket_of(before));
    EXPECT_EQ(Distribution::bucket_of(-cost), -Distribution::bucket_of(cost));
    before = cost;
  }
}

TEST(Distribution, IsReadBackAsItIsAndNotWhereItContradictsItself) {
  std::mt19937_64 engine(3);
  for (int round = 0; round < 2000; ++round) {
    const Distribution some = distribution_of(random_costs(engine));
    if (some.exactly().count != 0) {
      ASSERT_EQ(Distribution::of(some.exactly(), some.buckets()), some);
    }
  }
  const auto is_read = [](const Distribution::Exactly& exactly,
                          std::vector<Distribution::Bucket> buckets) {
    return Distribution::of(exactly, std::move(buckets)).has_value();
  };
  EXPECT_TRUE(is_read({2, 8, 3, 5, 0}, {{3, 1}, {5, 1}}));
  EXPECT_FALSE(is_read({}, {}));
  EXPECT_FALSE(is_read({2, 8, 5, 3, 0}, {{3, 1}, {5, 1}}));          // highest below lowest
  EXPECT_FALSE(is_read({3, 8, 3, 5, 0}, {{3, 1}, {5, 1}}));          // another count
  EXPECT_FALSE(is_read({2, 8, 3, 5, 0}, {{5, 1}, {3, 1}}));          // not ascending
  EXPECT_FALSE(is_read({3, 8, 3, 5, 0}, {{3, 1}, {3, 1}, {5, 1}}));  // twice
  EXPECT_FALSE(is_read({2, 8, 3, 5, 0}, {{3, 1}, {6, 1}}));          // not the one of the highest
  EXPECT_FALSE(is_read({2, 8, -3, 5, 0}, {{-3, 1}, {0, 0}, {5, 1}}));
  EXPECT_FALSE(is_read({2, 99, 3, 5, 0}, {{3, 1}, {5, 1}}));  // a mean above the highest
  EXPECT_FALSE(is_read({2, 6, 3, 3, 0}, {{3, 2}}));           // listed although there is one
}

TEST(Distribution, OfSeveralRunsWithTheMaximumNamesTheFirst) {
  Distribution all;
  for (const uint32_t run : {4U, 2U, 7U}) {
    all.add(Distribution(9, run), std::less());
  }
  EXPECT_EQ(summary_of(all, 3).run, 2U);
}

}  // namespace
}  // namespace quern
