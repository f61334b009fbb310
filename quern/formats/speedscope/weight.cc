// SPDX-License-Identifier: MIT
//
// Decimal numbers as exact integers. A `double` has too few digits for nanoseconds of a long time,
// so digits and exponent are kept apart. Rounding happens once, half up, and is reported.
#include "quern/formats/speedscope/weight.h"

#include <algorithm>
#include <charconv>

#include "quern/base/text.h"

namespace quern::speedscope {

namespace {

constexpr int32_t kFarthest = 100'000;  // exponents beyond are all alike

/// The written exponent, bounded.
int32_t exponent_of(std::string_view written) {
  const bool is_negative = written.starts_with('-');
  written.remove_prefix(is_negative || written.starts_with('+') ? 1 : 0);
  int32_t value = kFarthest;
  const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), value);
  value = error == std::errc() ? std::min(value, kFarthest) : kFarthest;
  return is_negative ? -value : value;
}

/// Puts `zeros` zeros and a digit above 0 behind the others. False: there is no room for all of
/// them; `zeros` are then those that are left.
bool append(Weight& weight, uint64_t& zeros, char digit) {
  uint64_t longer = 0;
  for (; zeros != 0 && weight.digits != 0; --zeros) {
    if (__builtin_mul_overflow(weight.digits, uint64_t{10}, &longer)) {
      weight.is_cut = true;
      return false;
    }
    weight.digits = longer;
  }
  if (__builtin_mul_overflow(weight.digits, uint64_t{10}, &longer) ||
      __builtin_add_overflow(longer, static_cast<uint64_t>(digit - '0'), &longer)) {
    weight.is_cut = true;
    weight.is_next_half = digit >= '5';
    return false;
  }
  weight.digits = longer;
  return true;
}

}  // namespace

/// Zeros are counted before they are taken, so that `1000000000000000000000` and `0.10` keep as few
/// digits as they need. Digits beyond 64 bits are dropped, and the first of them decides how the
/// rest is rounded.
std::optional<Weight> read_weight(std::string_view written) {
  const bool is_negative = written.starts_with('-');
  written.remove_prefix(is_negative ? 1 : 0);
  const size_t mark = std::min(written.find_first_of("eE"), written.size());
  Weight weight;
  int64_t exponent = 0;
  if (mark != written.size()) {
    exponent = exponent_of(written.substr(mark + 1));
  }
  bool is_fraction = false;
  uint64_t zeros = 0;  // met and not yet taken: those at the end change nothing
  for (const char c : written.substr(0, mark)) {
    if (c == '.') {
      is_fraction = true;
      continue;
    }
    exponent -= is_fraction ? 1 : 0;
    if (c == '0') {
      ++zeros;
      continue;
    }
    if (weight.is_cut || !append(weight, zeros, c)) {
      ++zeros;  // as if it were one
      continue;
    }
    zeros = 0;
  }
  exponent += static_cast<int64_t>(zeros);
  weight.exponent = static_cast<int32_t>(std::clamp<int64_t>(exponent, -kFarthest, kFarthest));
  if (weight.digits == 0) {
    return Weight{};
  }
  return is_negative ? std::nullopt : std::optional(weight);
}

/// Multiplies by 10^power: exactly, or rounded once if the result has a fraction.
std::optional<Scaled> scaled(const Weight& weight, int power) {
  constexpr int64_t kMostDigits = 20;
  const int64_t shift = int64_t{weight.exponent} + power;
  uint64_t value = weight.digits;
  if (shift >= 0) {
    if (weight.is_cut) {  // with one digit more it is beyond 64 bits
      const bool is_too_large =
          shift > 0 ||
          __builtin_add_overflow(value, uint64_t{weight.is_next_half ? 1U : 0U}, &value);
      return is_too_large ? std::nullopt : std::optional(Scaled{value, true});
    }
    for (int64_t at = 0; at < shift; ++at) {
      if (value != 0 && __builtin_mul_overflow(value, uint64_t{10}, &value)) {
        return std::nullopt;
      }
    }
    return Scaled{value, false};
  }
  if (-shift > kMostDigits) {
    return Scaled{0, value != 0};
  }
  uint128 unit = 1;
  for (int64_t at = 0; at < -shift; ++at) {
    unit *= 10;
  }
  const uint128 rest = value % unit;
  const uint128 rounded = value / unit + (2 * rest >= unit ? 1 : 0);
  return Scaled{static_cast<uint64_t>(rounded), rest != 0 || weight.is_cut};
}

}  // namespace quern::speedscope
