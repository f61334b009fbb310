// SPDX-License-Identifier: MIT
#include "quern/base/number_text.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "quern/base/text.h"

namespace quern {

size_t number_length(std::string_view text) {
  const bool hex = text.starts_with("0x");
  const auto is_part = [hex](char c) { return hex ? is_hex(c) : is_digit(c); };
  const size_t start = hex ? 2 : 0;
  const auto* const end = std::ranges::find_if_not(text.substr(start), is_part);
  const auto length = static_cast<size_t>(end - text.data());
  return length == start ? 0 : length;
}

NumberFault parse_number(std::string_view token, uint64_t& value) {
  int base = 10;
  if (token.starts_with("0x")) {
    token.remove_prefix(2);
    base = 16;
  }
  // from_chars would take a minus sign
  if (token.empty() || !is_hex(token.front())) {
    return NumberFault::kMalformed;
  }
  const char* const end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value, base);
  if (stop != end) {
    return NumberFault::kMalformed;
  }
  return error == std::errc() ? NumberFault::kNone : NumberFault::kTooLarge;
}

}  // namespace quern
