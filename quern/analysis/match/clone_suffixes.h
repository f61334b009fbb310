// SPDX-License-Identifier: MIT
//
// What GCC and Clang append to copies and pieces of a function, behind a dot: f.isra.0, f.cold.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace quern {

[[nodiscard]] inline bool is_clone_suffix(std::string_view word) {
  static constexpr std::array<std::string_view, 11> kWords = {
      "isra",  "constprop",  "part",   "cold",        "lto_priv", "llvm",
      "clone", "localalias", "__uniq", "specialized", "resume"};
  return std::ranges::find(kWords, word) != kWords.end();
}

}  // namespace quern
