// SPDX-License-Identifier: MIT
#include "quern/analysis/events/fraction.h"

#include <gtest/gtest.h>

#include <string>

namespace quern {
namespace {

constexpr int128 kMost = static_cast<int128>(~uint128{0} >> 1U);
constexpr int128 kLeast = -kMost - 1;

std::string fraction_text(const std::optional<Fraction>& value) {
  return value ? to_decimal(value->numerator) + "/" + to_decimal(value->denominator) : "none";
}

std::string read(std::string_view text) {
  const auto value = parse_fraction(text);
  return value ? fraction_text(*value) : std::string(value.error());
}

TEST(Fraction, IsReducedAndItsDenominatorPositive) {
  EXPECT_EQ(fraction_text(fraction(6, 4)), "3/2");
  EXPECT_EQ(fraction_text(fraction(6, -4)), "-3/2");
  EXPECT_EQ(fraction_text(fraction(-6, -4)), "3/2");
  EXPECT_EQ(fraction_text(fraction(0, -7)), "0/1");
  EXPECT_EQ(fraction_text(fraction(1, 0)), "none");
  EXPECT_EQ(fraction_text(fraction(0, 0)), "none");
  EXPECT_EQ(fraction_text(fraction(kLeast, 1)), "none");
  EXPECT_EQ(fraction_text(fraction(kLeast, 2)), to_decimal(kLeast / 2) + "/1");
}

TEST(Fraction, ReckonsExactlyOrNotAtAll) {
  EXPECT_EQ(fraction_text(sum({1, 6}, {1, 3})), "1/2");
  EXPECT_EQ(fraction_text(difference({1, 6}, {1, 3})), "-1/6");
  EXPECT_EQ(fraction_text(product({2, 3}, {3, 4})), "1/2");
  EXPECT_EQ(fraction_text(quotient({2, 3}, {4, 3})), "1/2");
  EXPECT_EQ(fraction_text(quotient({2, 3}, {0, 1})), "none");
  EXPECT_EQ(fraction_text(sum({kMost, 1}, {1, 1})), "none");
  EXPECT_EQ(fraction_text(product({kMost, 1}, {2, 1})), "none");
  EXPECT_EQ(fraction_text(product({kMost, 1}, {1, kMost})), "1/1");
  EXPECT_EQ(fraction_text(sum({1, kMost}, {1, kMost - 1})), "none");
}

TEST(Fraction, HasNoSizeWithoutAnOpposite) {
  const int128 lowest = static_cast<int128>(uint128{1} << 127U);
  EXPECT_EQ(absolute(Fraction{-3, 2}), (Fraction{3, 2}));
  EXPECT_EQ(absolute(Fraction{lowest + 1, 1}), (Fraction{-(lowest + 1), 1}));
  EXPECT_EQ(absolute(Fraction{lowest, 1}), std::nullopt);
}

TEST(Fraction, ProductsCompareBeyond128Bits) {
  EXPECT_EQ(compare_products(kMost, kMost, kMost, kMost), std::strong_ordering::equal);
  EXPECT_EQ(compare_products(kMost, kMost, kMost, kMost - 1), std::strong_ordering::greater);
  EXPECT_EQ(compare_products(kMost, kMost - 1, kMost, kMost), std::strong_ordering::less);
  EXPECT_EQ(compare_products(kLeast, kMost, kMost, kMost), std::strong_ordering::less);
  EXPECT_EQ(compare_products(kLeast, kLeast, kMost, kMost), std::strong_ordering::greater);
  EXPECT_EQ(compare_products(kLeast, kMost, kLeast, kMost - 1), std::strong_ordering::less);
  EXPECT_EQ(compare_products(0, kLeast, kMost, 0), std::strong_ordering::equal);
  // (2^64 + 1) (2^64 - 1) = 2^128 - 1: carries between the halves.
  const int128 high = int128{1} << 64U;
  EXPECT_EQ(compare_products(high + 1, high - 1, int128{1} << 100U, int128{1} << 28U),
            std::strong_ordering::less);
  EXPECT_EQ(compare_products(high + 1, high, int128{1} << 100U, int128{1} << 28U),
            std::strong_ordering::greater);
  EXPECT_EQ((Fraction{1, 3} <=> Fraction{3333333, 10000000}), std::strong_ordering::greater);
}

TEST(Fraction, ReadsDecimals) {
  EXPECT_EQ(read("12"), "12/1");
  EXPECT_EQ(read("0.50"), "1/2");
  EXPECT_EQ(read(".5"), "1/2");
  EXPECT_EQ(read("1e6"), "1000000/1");
  EXPECT_EQ(read("2.5E-3"), "1/400");
  EXPECT_EQ(read("2.5e+1"), "25/1");
  EXPECT_EQ(read("0e999999999999"), "0/1");
  EXPECT_EQ(read("1e30"), "1" + std::string(30, '0') + "/1");
  for (const std::string_view wrong : {"", ".", "1.2.3", "e5", "1e", "1e+", "1e+-5", "12x", "-1"}) {
    EXPECT_EQ(read(wrong), "expected a number") << wrong;
  }
  EXPECT_EQ(read("1e31"), "expected a number of at most 10^30");
  EXPECT_EQ(read("1e999999999999"), "expected a number of at most 10^30");
  EXPECT_EQ(read(std::string(60, '9')), "expected a number of at most 30 digits");
  EXPECT_EQ(read("1e-16"), "expected at most 15 digits after the decimal point");
  EXPECT_EQ(read("0." + std::string(100'000, '0') + "1"),
            "expected at most 15 digits after the decimal point");
}

}  // namespace
}  // namespace quern
