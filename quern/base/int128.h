// SPDX-License-Identifier: MIT
//
// 128-bit integers: what every cost becomes as soon as it leaves a packed column. One record holds
// -2^63 .. 2^64-1; sums of up to 2^63 such records are exact here.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace quern {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

inline constexpr int128 kInt64Min = std::numeric_limits<int64_t>::min();
inline constexpr int128 kInt64Max = std::numeric_limits<int64_t>::max();
inline constexpr int128 kUint64Max = std::numeric_limits<uint64_t>::max();

/// Decimal digits, with a leading minus where negative; no separators, no locale.
[[nodiscard]] std::string to_decimal(int128 value);

/// Appends to_decimal(value) to `out` without a temporary.
void append_decimal(std::string& out, int128 value);

/// The inverse of to_decimal; nothing where `text` is no integer or beyond 128 bits.
[[nodiscard]] std::optional<int128> parse_decimal(std::string_view text);

[[nodiscard]] constexpr bool fits_int64(int128 value) {
  return value >= kInt64Min && value <= kInt64Max;
}

/// Without its sign; whatever the value.
[[nodiscard]] constexpr uint128 magnitude(int128 value) {
  return value < 0 ? uint128{0} - static_cast<uint128>(value) : static_cast<uint128>(value);
}
[[nodiscard]] constexpr int128 absolute(int128 value) {
  return value < 0 ? -value : value;
}

/// For hashes: their product, its upper half folded into the lower one.
[[nodiscard]] constexpr uint64_t folded_product(uint64_t one, uint64_t other) {
  const uint128 product = static_cast<uint128>(one) * other;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64U);
}

/// For ratios and percentages in text only; never for a number that is shown as a cost.
[[nodiscard]] constexpr double to_double(int128 value) {
  return static_cast<double>(value);
}

}  // namespace quern
