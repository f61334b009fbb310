// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/ties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace quern {
namespace {

using Positions = std::vector<int64_t>;

/// Nothing if a rigid tie is too short.
int64_t cost(const Positions& positions, const std::vector<Tie>& ties) {
  int64_t sum = 0;
  for (const Tie& tie : ties) {
    const int64_t excess = positions[tie.to] - positions[tie.from] - tie.length;
    if (excess < 0 && tie.push == kRigid) {
      return kRigid;
    }
    sum += excess > 0 ? tie.pull * excess : -tie.push * excess;
  }
  return sum;
}

/// The slow way: all positions from 0 to `end`.
int64_t least_cost(size_t count, const std::vector<Tie>& ties, int64_t end) {
  Positions positions(count);
  int64_t least = kRigid;
  while (true) {
    least = std::min(least, cost(positions, ties));
    size_t at = 0;
    while (at < count && positions[at] == end) {
      positions[at++] = 0;
    }
    if (at == count) {
      return least;
    }
    ++positions[at];
  }
}

TEST(Ties, HaveNothingToSettleWithoutNodes) {
  EXPECT_TRUE(settled(0, {}).empty());
  EXPECT_EQ(settled(2, {}), (Positions{0, 0}));
}

TEST(Ties, KeepTheirLengthIfNothingElsePulls) {
  const std::vector<Tie> ties = {{.from = 0, .to = 1, .length = 5, .pull = 1, .push = 1},
                                 {.from = 1, .to = 2, .length = -2, .pull = 1, .push = 1}};
  const Positions positions = settled(3, ties);
  EXPECT_EQ(positions[1] - positions[0], 5);
  EXPECT_EQ(positions[2] - positions[1], -2);
}

TEST(Ties, YieldToStrongerOnes) {
  const std::vector<Tie> ties = {{.from = 0, .to = 1, .length = 5, .pull = 1, .push = 3},
                                 {.from = 0, .to = 1, .length = 9, .pull = 2, .push = 2},
                                 {.from = 1, .to = 0, .length = -4, .pull = 0, .push = 1}};
  const Positions positions = settled(2, ties);
  EXPECT_EQ(positions[1] - positions[0], 5);
}

TEST(Ties, NeverShortenARigidOne) {
  const std::vector<Tie> ties = {{.from = 0, .to = 1, .length = 7, .pull = 0, .push = kRigid},
                                 {.from = 0, .to = 1, .length = 0, .pull = 99, .push = 99}};
  const Positions positions = settled(2, ties);
  EXPECT_EQ(positions[1] - positions[0], 7);
}

TEST(Ties, IgnoreOnesWithoutForce) {
  const std::vector<Tie> ties = {{.from = 0, .to = 1, .length = 7, .pull = 0, .push = 0},
                                 {.from = 0, .to = 1, .length = 3, .pull = 1, .push = 1}};
  const Positions positions = settled(2, ties);
  EXPECT_EQ(positions[1] - positions[0], 3);
}

TEST(Ties, SettleAtTheLeastCost) {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    const size_t count = 2 + random() % 4;
    std::vector<Tie> ties;
    for (size_t tie = 0; tie < 3 * count; ++tie) {
      const auto from = static_cast<uint32_t>(random() % (count - 1));
      const auto to = static_cast<uint32_t>(from + 1 + random() % (count - 1 - from));
      const bool is_rigid = random() % 3 == 0;
      ties.push_back({.from = from,
                      .to = to,
                      .length = static_cast<int64_t>(random() % 3) - (is_rigid ? 0 : 1),
                      .pull = static_cast<int64_t>(random() % 5),
                      .push = is_rigid ? kRigid : static_cast<int64_t>(random() % 5)});
    }
    // The longest chain of rigid ties has four of length 2.
    EXPECT_EQ(cost(settled(count, ties), ties), least_cost(count, ties, 8)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace quern
