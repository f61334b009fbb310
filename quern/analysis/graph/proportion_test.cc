// SPDX-License-Identifier: MIT
#include "quern/analysis/graph/proportion.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace quern {
namespace {

TEST(Proportion, RoundsDown) {
  EXPECT_EQ(proportion(10, 1, 3), 3U);
  EXPECT_EQ(proportion(11, 2, 3), 7U);
  EXPECT_EQ(proportion(11, 3, 3), 11U);
  EXPECT_EQ(proportion(11, 0, 3), 0U);
  EXPECT_EQ(proportion(11, 0, 0), 0U);
}

TEST(Proportion, IsExactBeyond128Bits) {
  const uint128 huge = uint128{1} << 126U;
  EXPECT_TRUE(proportion(huge, huge / 2, huge) == huge / 2);
  EXPECT_TRUE(proportion(huge - 1, huge - 2, huge) == huge - 3);
  // (2^100 + 1) * (2^90 - 1) / 2^90, by hand: 2^100 + 1 - 2^10 - 1/2^90
  const uint128 amount = (uint128{1} << 100U) + 1;
  const uint128 whole = uint128{1} << 90U;
  EXPECT_TRUE(proportion(amount, whole - 1, whole) == amount - 1024 - 1);
}

TEST(Proportion, TakesAmountsBelowZeroToLowerNumbers) {
  EXPECT_EQ(signed_proportion(-10, 1, 3), -4);
  EXPECT_EQ(signed_proportion(-9, 1, 3), -3);
  EXPECT_EQ(signed_proportion(-9, 0, 3), 0);
  EXPECT_EQ(signed_proportion(-9, 3, 3), -9);
  EXPECT_EQ(signed_proportion(-9, 0, 0), 0);
  EXPECT_EQ(signed_proportion(10, 1, 3), 3);
}

TEST(Split, AddsUpAndStaysWithinItsAmounts) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::vector<uint64_t> amounts(1 + random() % 6);
    uint128 whole = 0;
    for (uint64_t& amount : amounts) {
      amount = random() % 3 == 0 ? 0 : random() >> random() % 64;
      whole += amount;
    }
    const uint128 share = whole == 0 ? 0 : static_cast<uint128>(random()) % (whole + 1);
    Split split(share, whole);
    uint128 given = 0;
    for (const uint64_t amount : amounts) {
      const uint128 piece = split.next(amount);
      ASSERT_TRUE(piece <= amount);
      given += piece;
    }
    ASSERT_TRUE(given == share);
  }
}

}  // namespace
}  // namespace quern
