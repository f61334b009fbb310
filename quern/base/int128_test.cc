// SPDX-License-Identifier: MIT
#include "quern/base/int128.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

namespace quern {
namespace {

constexpr int128 kMax = static_cast<int128>(~uint128{0} >> 1U);
constexpr int128 kMin = -kMax - 1;

TEST(Int128, WritesTheEndsOfItsRange) {
  EXPECT_EQ(to_decimal(kMax), "170141183460469231731687303715884105727");
  EXPECT_EQ(to_decimal(kMin), "-170141183460469231731687303715884105728");
  EXPECT_EQ(to_decimal(0), "0");
}

TEST(Int128, WritesAroundTheEndsOf64Bits) {
  EXPECT_EQ(to_decimal(kInt64Max), "9223372036854775807");
  EXPECT_EQ(to_decimal(kInt64Max + 1), "9223372036854775808");
  EXPECT_EQ(to_decimal(kInt64Min), "-9223372036854775808");
  EXPECT_EQ(to_decimal(kInt64Min - 1), "-9223372036854775809");
  EXPECT_EQ(to_decimal(kUint64Max + 1), "18446744073709551616");
}

TEST(Int128, AppendsBehindWhatIsThere) {
  std::string text = "Ir: ";
  append_decimal(text, -17);
  EXPECT_EQ(text, "Ir: -17");
}

TEST(Int128, ReadsTheEndsOfItsRangeAndNothingBeyond) {
  EXPECT_EQ(parse_decimal("170141183460469231731687303715884105727"), kMax);
  EXPECT_EQ(parse_decimal("-170141183460469231731687303715884105728"), kMin);
  EXPECT_EQ(parse_decimal("170141183460469231731687303715884105728"), std::nullopt);
  EXPECT_EQ(parse_decimal("-170141183460469231731687303715884105729"), std::nullopt);
  EXPECT_EQ(parse_decimal("9999999999999999999999999999999999999999999"), std::nullopt);
}

TEST(Int128, ReadsNothingButDigitsAndOneMinus) {
  for (const char* text : {"", "-", "+1", " 1", "1 ", "1.0", "0x10", "--1", "1,000", "1e3"}) {
    EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_decimal("-0"), int128{0});
  EXPECT_EQ(parse_decimal("0017"), int128{17});
}

TEST(Int128, KnowsWhatFitsIn64Bits) {
  EXPECT_TRUE(fits_int64(kInt64Max));
  EXPECT_TRUE(fits_int64(kInt64Min));
  EXPECT_FALSE(fits_int64(kInt64Max + 1));
  EXPECT_FALSE(fits_int64(kInt64Min - 1));
  EXPECT_FALSE(fits_int64(kUint64Max));
}

TEST(Int128, ReadsBackWhatItWrites) {
  EXPECT_TRUE(rc::check([](int64_t high, uint64_t low) {
    const uint128 bits = (static_cast<uint128>(static_cast<uint64_t>(high)) << 64U) | low;
    const auto value = static_cast<int128>(bits);
    RC_ASSERT(parse_decimal(to_decimal(value)) == value);
  }));
}

TEST(Int128, AgreesWithTheStandardLibraryIn64Bits) {
  EXPECT_TRUE(rc::check([](int64_t value) {
    RC_ASSERT(to_decimal(value) == std::to_string(value));
    RC_ASSERT(parse_decimal(std::to_string(value)) == int128{value});
  }));
}

}  // namespace
}  // namespace quern
