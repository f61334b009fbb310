// SPDX-License-Identifier: MIT
//
// Colours of a terminal: few, and only where the style asks for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quern {

enum class Paint : uint8_t { kBold, kDim, kRed, kMagenta, kCyan, kGreen };

/// `text` between the escape sequences for `paint`; as it is without colour, or where it is empty.
[[nodiscard]] inline std::string painted(std::string_view text, Paint paint, bool color) {
  constexpr std::string_view kStarts[] = {"\x1b[1m",    "\x1b[2m",    "\x1b[1;31m",
                                          "\x1b[1;35m", "\x1b[1;36m", "\x1b[1;32m"};
  std::string out;
  if (color && !text.empty()) {
    out.append(kStarts[static_cast<size_t>(paint)]).append(text).append("\x1b[0m");
  } else {
    out.append(text);
  }
  return out;
}

}  // namespace quern
