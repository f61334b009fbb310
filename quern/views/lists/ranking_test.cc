// SPDX-License-Identifier: MIT
#include "quern/views/lists/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace quern {
namespace {

TEST(Rank, MovesTheMostExpensiveToTheFrontAndLosesNone) {
  std::mt19937_64 random(20061013);
  for (int round = 0; round < 2000; ++round) {
    const size_t size = random() % 40;
    const size_t count = random() % (size + 3);
    std::vector<int128> costs(size);
    for (int128& cost : costs) {
      cost = static_cast<int64_t>(random() % 7) - 3;  // many are equal
    }
    std::vector<uint32_t> items(size);
    std::iota(items.begin(), items.end(), 0U);
    std::ranges::shuffle(items, random);
    std::vector<uint32_t> sorted = items;
    std::ranges::sort(sorted, [&](uint32_t left, uint32_t right) {
      return costs[left] != costs[right] ? costs[left] > costs[right] : left < right;
    });
    rank(items, count, [&](uint32_t item) { return costs[item]; }, std::less<>());
    const auto shown = static_cast<std::ptrdiff_t>(std::min(count, size));
    EXPECT_TRUE(std::equal(sorted.begin(), sorted.begin() + shown, items.begin()));
    std::ranges::sort(items);
    std::ranges::sort(sorted);
    EXPECT_EQ(items, sorted);
  }
}

TEST(Rank, AsksForEachCostOnce) {
  std::vector<uint32_t> items{3, 1, 2, 0};
  std::vector<int> asked(4);
  rank(
      items, 2, [&](uint32_t item) { return int128{++asked[item] * 10 + int{item == 2}}; },
      std::less<>());
  EXPECT_EQ(asked, (std::vector<int>{1, 1, 1, 1}));
  EXPECT_EQ(items[0], 2U);
  EXPECT_EQ(items[1], 0U);
}

}  // namespace
}  // namespace quern
