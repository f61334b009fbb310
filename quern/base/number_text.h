// SPDX-License-Identifier: MIT
//
// Whole numbers in text: decimal digits, or 0x and hexadecimal ones, without a sign.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quern {

/// The value of a hex digit of either case, or above 15.
[[nodiscard]] constexpr unsigned hex_digit(char c) {
  const auto digit = static_cast<unsigned>(static_cast<unsigned char>(c)) - '0';
  if (digit <= 9) {
    return digit;
  }
  const auto letter = (static_cast<unsigned>(static_cast<unsigned char>(c)) | 0x20U) - 'a';
  return letter <= 5 ? letter + 10 : 16;
}
[[nodiscard]] constexpr bool is_hex(char c) {
  return hex_digit(c) <= 15;
}

enum class NumberFault : uint8_t { kNone, kMalformed, kTooLarge };

/// Length of the NUM at the start of `text`; 0: none.
[[nodiscard]] size_t number_length(std::string_view text);
/// NUM: decimal digits or 0x and hex digits, at most 2^64-1, nothing else.
NumberFault parse_number(std::string_view token, uint64_t& value);

}  // namespace quern
