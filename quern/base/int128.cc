// SPDX-License-Identifier: MIT
#include "quern/base/int128.h"

#include <array>
#include <charconv>

namespace quern {

void append_decimal(std::string& out, int128 value) {
  std::array<char, 40> digits{};
  char* const end = digits.data() + digits.size();
  if (fits_int64(value)) {
    const auto done = std::to_chars(digits.data(), end, static_cast<int64_t>(value));
    out.append(digits.data(), done.ptr);
    return;
  }
  uint128 rest = magnitude(value);
  char* at = end;
  for (; rest != 0; rest /= 10) {
    *--at = static_cast<char>('0' + static_cast<int>(rest % 10));
  }
  if (value < 0) {
    *--at = '-';
  }
  out.append(at, end);
}

std::string to_decimal(int128 value) {
  std::string text;
  append_decimal(text, value);
  return text;
}

std::optional<int128> parse_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) {
    text.remove_prefix(1);
  }
  if (text.empty()) {
    return std::nullopt;
  }
  int128 value = 0;  // grows downwards: the most negative value has no positive twin
  for (const char c : text) {
    if (c < '0' || c > '9' || __builtin_mul_overflow(value, int128{10}, &value) ||
        __builtin_sub_overflow(value, int128{c - '0'}, &value)) {
      return std::nullopt;
    }
  }
  if (!negative && __builtin_sub_overflow(int128{0}, value, &value)) {
    return std::nullopt;
  }
  return value;
}

}  // namespace quern
