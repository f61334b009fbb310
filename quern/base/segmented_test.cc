// SPDX-License-Identifier: MIT
#include "quern/base/segmented.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace quern {
namespace {

using Small = Segmented<uint32_t, 2>;  // four elements a segment

TEST(Segmented, StartsEmpty) {
  const Small numbers;
  EXPECT_TRUE(numbers.empty());
  EXPECT_EQ(numbers.size(), 0U);
}

TEST(Segmented, KeepsElementsInOrderAcrossSegments) {
  Small numbers;
  for (uint32_t i = 0; i < 23; ++i) {
    numbers.push_back(i * 7);
    EXPECT_EQ(numbers.back(), i * 7);
    EXPECT_EQ(numbers.size(), i + 1);
  }
  for (uint32_t i = 0; i < 23; ++i) {
    EXPECT_EQ(numbers[i], i * 7) << i;
  }
}

TEST(Segmented, NeverMovesAnElement) {
  Small numbers;
  numbers.push_back(11);
  const uint32_t* const first = &numbers[0];
  for (uint32_t i = 0; i < 10'000; ++i) {
    numbers.push_back(i);
  }
  EXPECT_EQ(first, &numbers[0]);
  EXPECT_EQ(*first, 11U);
}

TEST(Segmented, GrowsWithZeros) {
  Small numbers;
  numbers.push_back(5);
  numbers.grow(9);
  ASSERT_EQ(numbers.size(), 9U);
  EXPECT_EQ(numbers[0], 5U);
  for (size_t i = 1; i < 9; ++i) {
    EXPECT_EQ(numbers[i], 0U) << i;
  }
}

TEST(Segmented, NeverShrinksByGrowing) {
  Small numbers;
  numbers.grow(6);
  numbers[5] = 8;
  numbers.grow(2);
  ASSERT_EQ(numbers.size(), 6U);
  EXPECT_EQ(numbers.back(), 8U);
}

TEST(Segmented, IsReusableAfterClear) {
  Small numbers;
  numbers.grow(20);
  numbers.clear();
  EXPECT_TRUE(numbers.empty());
  numbers.push_back(3);
  EXPECT_EQ(numbers.size(), 1U);
  EXPECT_EQ(numbers[0], 3U);
}

TEST(Segmented, WalksInOrder) {
  Small numbers;
  std::vector<uint32_t> expected;
  for (uint32_t number = 0; number < 20; ++number) {
    numbers.push_back(number);
    expected.push_back(number);
  }
  std::vector<uint32_t> walked;
  for (const uint32_t number : numbers) {
    walked.push_back(number);
  }
  EXPECT_EQ(walked, expected);
}

TEST(Segmented, WritesThroughTheIndex) {
  Segmented<uint64_t> numbers;
  numbers.grow(Segmented<uint64_t>::kSegment + 1);
  numbers[Segmented<uint64_t>::kSegment] = 9;
  const auto& constant = numbers;
  EXPECT_EQ(constant[Segmented<uint64_t>::kSegment], 9U);
  EXPECT_EQ(constant[Segmented<uint64_t>::kSegment - 1], 0U);
}

}  // namespace
}  // namespace quern
