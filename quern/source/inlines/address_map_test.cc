// SPDX-License-Identifier: MIT
#include "quern/source/inlines/address_map.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace quern {
namespace {

using Ranges = std::vector<LayeredRange<int>>;

TEST(AddressMap, TheLastRangeOfAListIsOnTop) {
  const AddressMap<int> map(Ranges{{10, 50, 1}, {20, 30, 2}, {25, 27, 3}, {60, 60, 4}}, 0);
  AddressMap<int>::Hint hint;
  EXPECT_EQ(map.find(9, hint), nullptr);
  EXPECT_EQ(*map.find(10, hint), 1);
  EXPECT_EQ(*map.find(20, hint), 2);
  EXPECT_EQ(*map.find(26, hint), 3);
  EXPECT_EQ(*map.find(27, hint), 2);
  EXPECT_EQ(*map.find(30, hint), 1);
  EXPECT_EQ(*map.find(50, hint), 0) << "no range holds it";
  EXPECT_EQ(*map.find(60, hint), 0) << "an empty range holds nothing";
}

/// The slow twin: looks through all ranges.
int found_slowly(const Ranges& ranges, uint64_t address) {
  int value = 0;
  for (const LayeredRange<int>& range : ranges) {
    value = range.start <= address && address < range.end ? range.value : value;
  }
  return value;
}

RC_GTEST_PROP(AddressMap, FindsWhatALookThroughAllRangesFinds, ()) {
  const auto numbers = *rc::gen::container<std::vector<std::pair<uint8_t, uint8_t>>>(
      rc::gen::arbitrary<std::pair<uint8_t, uint8_t>>());
  Ranges ranges;
  for (const auto& [start, length] : numbers) {
    ranges.push_back({start, uint64_t{start} + length, static_cast<int>(ranges.size()) + 1});
  }
  const AddressMap<int> map(ranges, 0);
  AddressMap<int>::Hint hint;
  const auto addresses = *rc::gen::arbitrary<std::vector<uint8_t>>();
  for (const uint8_t address : addresses) {
    const int* const found = map.find(address, hint);
    RC_ASSERT((found == nullptr ? 0 : *found) == found_slowly(ranges, address));
  }
}

}  // namespace
}  // namespace quern
