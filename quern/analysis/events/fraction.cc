// SPDX-License-Identifier: MIT
//
// Exact fractions of 128-bit integers. Results that do not fit are "nothing" and never rounded.
// Comparisons cannot fail: products are compared with 256 bits. Factors are reduced before they are
// multiplied, which keeps most results in range.
#include "quern/analysis/events/fraction.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "quern/base/text.h"

namespace quern {

namespace {

uint128 greatest_divisor(uint128 a, uint128 b) {
  while (b != 0) {
    const uint128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// 256 bits, the high half first.
using Wide = std::array<uint128, 2>;

Wide wide_product(uint128 a, uint128 b) {
  const uint128 low_mask = ~uint64_t{0};
  const uint128 a_low = a & low_mask;
  const uint128 a_high = a >> 64U;
  const uint128 b_low = b & low_mask;
  const uint128 b_high = b >> 64U;
  const uint128 low = a_low * b_low;
  const uint128 middle = a_high * b_low + (low >> 64U);
  const uint128 middle_low = a_low * b_high + (middle & low_mask);
  return {a_high * b_high + (middle >> 64U) + (middle_low >> 64U),
          middle_low << 64U | (low & low_mask)};
}

int sign(int128 value) {
  return value < 0 ? -1 : value > 0 ? 1 : 0;
}

/// left + right where `add`, else left - right.
std::optional<Fraction> combined(const Fraction& left, const Fraction& right, bool add) {
  const auto divisor = static_cast<int128>(
      greatest_divisor(magnitude(left.denominator), magnitude(right.denominator)));
  int128 a = 0;
  int128 b = 0;
  int128 numerator = 0;
  int128 denominator = 0;
  const bool has_overflow =
      __builtin_mul_overflow(left.numerator, right.denominator / divisor, &a) ||
      __builtin_mul_overflow(right.numerator, left.denominator / divisor, &b) ||
      (add ? __builtin_add_overflow(a, b, &numerator) : __builtin_sub_overflow(a, b, &numerator)) ||
      __builtin_mul_overflow(left.denominator, right.denominator / divisor, &denominator);
  return has_overflow ? std::nullopt : fraction(numerator, denominator);
}

constexpr int kMostDecimals = 15;
constexpr int kMostDigits = 30;

/// 10^exponent, which is at most 10^30.
int128 power_of_ten(int exponent) {
  int128 power = 1;
  for (; exponent > 0; --exponent) {
    power *= 10;
  }
  return power;
}

/// Digits without point and the power of ten that they are multiplied by.
struct Decimal {
  int128 digits = 0;
  int exponent = 0;
};

/// The digits in front of an exponent.
std::expected<Decimal, std::string_view> parse_digits(std::string_view text) {
  Decimal decimal;
  bool has_digit = false;
  bool has_point = false;
  for (const char c : text) {
    if (c == '.' && !has_point) {
      has_point = true;
      continue;
    }
    if (!is_digit(c)) {
      return std::unexpected("expected a number");
    }
    if (decimal.digits >= power_of_ten(kMostDigits)) {
      return std::unexpected("expected a number of at most 30 digits");
    }
    has_digit = true;
    decimal.digits = decimal.digits * 10 + (c - '0');
    decimal.exponent -= has_point ? 1 : 0;
    if (decimal.exponent < -1'000) {
      return std::unexpected("expected at most 15 digits after the decimal point");
    }
  }
  if (!has_digit) {
    return std::unexpected("expected a number");
  }
  return decimal;
}

}  // namespace

std::optional<Fraction> fraction(int128 numerator, int128 denominator) {
  constexpr uint128 kMost = ~uint128{0} >> 1U;
  const uint128 divisor = greatest_divisor(magnitude(numerator), magnitude(denominator));
  if (denominator == 0) {
    return std::nullopt;
  }
  const uint128 top = magnitude(numerator) / divisor;
  const uint128 bottom = magnitude(denominator) / divisor;
  if (top > kMost || bottom > kMost) {
    return std::nullopt;
  }
  const bool is_negative = (numerator < 0) != (denominator < 0);
  return Fraction{is_negative ? -static_cast<int128>(top) : static_cast<int128>(top),
                  static_cast<int128>(bottom)};
}

std::optional<Fraction> sum(const Fraction& left, const Fraction& right) {
  return combined(left, right, true);
}

std::optional<Fraction> difference(const Fraction& left, const Fraction& right) {
  return combined(left, right, false);
}

std::optional<Fraction> product(const Fraction& left, const Fraction& right) {
  // Reduced crosswise first: what is left has no common divisor.
  const std::optional<Fraction> a = fraction(left.numerator, right.denominator);
  const std::optional<Fraction> b = fraction(right.numerator, left.denominator);
  Fraction result;
  if (!a || !b || __builtin_mul_overflow(a->numerator, b->numerator, &result.numerator) ||
      __builtin_mul_overflow(a->denominator, b->denominator, &result.denominator)) {
    return std::nullopt;
  }
  return result;
}

std::optional<Fraction> quotient(const Fraction& left, const Fraction& right) {
  const std::optional<Fraction> inverse = fraction(right.denominator, right.numerator);
  return inverse ? product(left, *inverse) : std::nullopt;
}

std::strong_ordering Fraction::operator<=>(const Fraction& other) const {
  return compare_products(numerator, other.denominator, other.numerator, denominator);
}

std::strong_ordering compare_products(int128 a, int128 b, int128 c, int128 d) {
  const int left_sign = sign(a) * sign(b);
  const int right_sign = sign(c) * sign(d);
  if (left_sign != right_sign || left_sign == 0) {
    return left_sign <=> right_sign;
  }
  const Wide left = wide_product(magnitude(a), magnitude(b));
  const Wide right = wide_product(magnitude(c), magnitude(d));
  if (left == right) {
    return std::strong_ordering::equal;
  }
  return (left < right) == (left_sign > 0) ? std::strong_ordering::less
                                           : std::strong_ordering::greater;
}

double to_double(const Fraction& value) {
  return to_double(value.numerator) / to_double(value.denominator);
}

size_t decimal_length(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) {
    ++end;
  }
  if (end == 0 || end >= text.size() || (text[end] != 'e' && text[end] != 'E')) {
    return end;
  }
  size_t exponent = end + 1;
  if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) {
    ++exponent;
  }
  if (exponent == text.size() || !is_digit(text[exponent])) {
    return end;
  }
  while (exponent < text.size() && is_digit(text[exponent])) {
    ++exponent;
  }
  return exponent;
}

std::expected<Fraction, std::string_view> parse_fraction(std::string_view text) {
  const size_t at = std::min(text.find_first_of("eE"), text.size());
  std::expected<Decimal, std::string_view> decimal = parse_digits(text.substr(0, at));
  if (!decimal) {
    return std::unexpected(decimal.error());
  }
  if (at != text.size()) {
    std::string_view digits = text.substr(at + 1);
    digits.remove_prefix(digits.starts_with('+') ? 1 : 0);
    int exponent = 0;
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (problem == std::errc::invalid_argument || end != digits.data() + digits.size() ||
        digits.empty() || (text[at + 1] == '+' && digits.front() == '-')) {
      return std::unexpected("expected a number");
    }
    // Far beyond any limit all are alike.
    const bool is_far = problem == std::errc::result_out_of_range;
    decimal->exponent +=
        is_far ? (digits.front() == '-' ? -1'000 : 1'000) : std::clamp(exponent, -1'000, 1'000);
  }
  while (decimal->digits != 0 && decimal->digits % 10 == 0 && decimal->exponent < 0) {
    decimal->digits /= 10;
    ++decimal->exponent;
  }
  if (decimal->digits == 0) {
    return Fraction{};
  }
  if (decimal->exponent < -kMostDecimals) {
    return std::unexpected("expected at most 15 digits after the decimal point");
  }
  const int128 most = power_of_ten(kMostDigits);
  if (decimal->exponent > kMostDigits ||
      (decimal->exponent > 0 && decimal->digits > most / power_of_ten(decimal->exponent))) {
    return std::unexpected("expected a number of at most 10^30");
  }
  return decimal->exponent < 0 ? *fraction(decimal->digits, power_of_ten(-decimal->exponent))
                               : Fraction{decimal->digits * power_of_ten(decimal->exponent), 1};
}

}  // namespace quern
