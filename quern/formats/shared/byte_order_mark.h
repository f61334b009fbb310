// SPDX-License-Identifier: MIT
//
// The mark that editors on Windows put in front of UTF-8: no part of the text.
#pragma once

#include <string_view>

namespace quern {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

[[nodiscard]] inline std::string_view without_byte_order_mark(std::string_view first_bytes) {
  return first_bytes.substr(first_bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
}

}  // namespace quern
