// SPDX-License-Identifier: MIT
//
// The first bytes of a text, which tell its format: rows, and the mark that editors on Windows put
// in front of UTF-8, which is no part of the text.
#pragma once

#include <algorithm>
#include <string_view>

namespace quern {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

[[nodiscard]] inline std::string_view without_byte_order_mark(std::string_view first_bytes) {
  return first_bytes.substr(first_bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
}

/// The first row, without LF or CR LF, which is taken off.
[[nodiscard]] inline std::string_view take_row(std::string_view& bytes) {
  const size_t end = std::min(bytes.find('\n'), bytes.size());
  std::string_view row = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  row.remove_suffix(row.ends_with('\r') ? 1 : 0);
  return row;
}

}  // namespace quern
