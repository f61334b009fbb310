// SPDX-License-Identifier: MIT
//
// Exact fractions: what formulas and queries reckon with between costs. Where a result has no room
// in 128 bits there is none, never a rounded one.
#pragma once

#include <compare>
#include <expected>
#include <optional>
#include <string_view>

#include "quern/base/int128.h"

namespace quern {

/// numerator / denominator, reduced; the denominator is above 0.
struct Fraction {
  int128 numerator = 0;
  int128 denominator = 1;
  bool operator==(const Fraction&) const = default;
  /// Exact for all fractions.
  std::strong_ordering operator<=>(const Fraction& other) const;
};

/// Nothing where the denominator is 0, or -2^127 would have to change its sign.
[[nodiscard]] std::optional<Fraction> fraction(int128 numerator, int128 denominator);

// Nothing where the result is beyond 128 bits; of a quotient also where it is one by 0.
[[nodiscard]] std::optional<Fraction> sum(const Fraction& left, const Fraction& right);
[[nodiscard]] std::optional<Fraction> difference(const Fraction& left, const Fraction& right);
[[nodiscard]] std::optional<Fraction> product(const Fraction& left, const Fraction& right);
[[nodiscard]] std::optional<Fraction> quotient(const Fraction& left, const Fraction& right);

/// a * b against c * d, exact for all numbers.
[[nodiscard]] std::strong_ordering compare_products(int128 a, int128 b, int128 c, int128 d);

/// Without its sign; nothing of the one numerator that has no opposite in 128 bits.
[[nodiscard]] inline std::optional<Fraction> absolute(const Fraction& value) {
  return value.numerator < 0 ? difference(Fraction{}, value) : std::optional(value);
}
/// The nearest double, or next to it.
[[nodiscard]] double to_double(const Fraction& value);

/// The length of the digits, point and exponent that `text` begins with.
[[nodiscard]] size_t decimal_length(std::string_view text);
/// Reads a whole decimal number without sign: "12", "0.5", "1e6", "2.5E-3". Error: what was
/// expected, where it is none, is above 10^30, or has more than 15 digits behind the point.
[[nodiscard]] std::expected<Fraction, std::string_view> parse_fraction(std::string_view text);

}  // namespace quern
