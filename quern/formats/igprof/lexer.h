// SPDX-License-Identifier: MIT
//
// Bytes -> numbers, and where the names of a dump end. Nothing is escaped in a dump: names hold any
// byte but a line feed, and what follows tells where they end.
//
//   C2 FN1=(F0=(/bin/p)+10 N=(work))+-8 V0=(PERF_TICKS):(1,1,1);LK=(0x55f0,20)
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace quern::igprof {

/// The value of a lower-case hexadecimal digit, or above 15.
[[nodiscard]] constexpr unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') {
    return static_cast<unsigned>(c - '0');
  }
  return c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a') + 10 : 16;
}

inline constexpr std::array<uint8_t, 256> kDigits = [] {
  std::array<uint8_t, 256> values{};
  for (unsigned byte = 0; byte < values.size(); ++byte) {
    values[byte] = static_cast<uint8_t>(digit_value(static_cast<char>(byte)));
  }
  return values;
}();

enum class NumberFault : uint8_t { kNone, kMissing, kTooLarge, kPadded };

/// As read_number(), for numbers of any length; zeros in front of it are passed over.
NumberFault read_long_number(unsigned base, const char*& at, uint64_t& value);

/// One digit or more; `at` moves behind them even where the number is too large. Zeros may stand in
/// front of an address, but of no other number.
template <bool kHex, bool kIsAddress = false>
[[nodiscard]] [[gnu::always_inline]] inline NumberFault read_number(const char*& at,
                                                                    uint64_t& value) {
  constexpr unsigned kBase = kHex ? 16 : 10;
  constexpr int kAlwaysFits = kHex ? 16 : 19;  // digits
  const char* const start = at;
  uint64_t number = kDigits[static_cast<unsigned char>(*at)];
  if (number >= kBase) [[unlikely]] {
    return NumberFault::kMissing;
  }
  unsigned digit = 0;
  while ((digit = kDigits[static_cast<unsigned char>(*++at)]) < kBase) {
    number = number * kBase + digit;
  }
  value = number;
  // Often 0, never padded: `&` spares a branch that nobody can foretell.
  if (!kIsAddress && ((*start == '0') & (at - start > 1)) != 0) [[unlikely]] {
    return NumberFault::kPadded;
  }
  if (at - start > kAlwaysFits) [[unlikely]] {
    at = start;
    return read_long_number(kBase, at, value);
  }
  return NumberFault::kNone;
}

/// What follows `at` if a signed number of the dialect stands there, without zeros in front; null
/// if none does.
[[nodiscard]] const char* behind_signed(bool is_hex, const char* at, const char* end);

/// The end of a function's name that starts at `at`: the first `))+OFFSET` in front of ` V` or the
/// row's end. Null: there is none.
[[nodiscard]] const char* function_name_end(bool is_hex, const char* at, const char* end);

/// The end of a path: the first `)+OFFSET` in front of ` N=(`.
[[nodiscard]] const char* path_end(bool is_hex, const char* at, const char* end);

/// The end of a counter's name: the first `):(`.
[[nodiscard]] const char* counter_name_end(const char* at, const char* end);

}  // namespace quern::igprof
