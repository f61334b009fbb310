// SPDX-License-Identifier: MIT
//
// Colors of a terminal: few, and only where the style asks for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quern {

enum class Paint : uint8_t { kBold, kDim, kRed, kMagenta, kCyan, kGreen };

/// `text` between the escape sequences for `paint`; as it is without color, or where it is empty.
inline void append_painted(std::string& out, std::string_view text, Paint paint, bool color) {
  constexpr std::string_view kStarts[] = {"\x1b[1m",    "\x1b[2m",    "\x1b[1;31m",
                                          "\x1b[1;35m", "\x1b[1;36m", "\x1b[1;32m"};
  if (color && !text.empty()) {
    out.append(kStarts[static_cast<size_t>(paint)]).append(text).append("\x1b[0m");
  } else {
    out.append(text);
  }
}

[[nodiscard]] inline std::string painted(std::string_view text, Paint paint, bool color) {
  std::string out;
  append_painted(out, text, paint, color);
  return out;
}

}  // namespace quern
