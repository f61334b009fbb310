// SPDX-License-Identifier: MIT
#include "quern/output/shared/wrapped.h"

#include <algorithm>

#include "quern/output/shared/display_width.h"

namespace quern {

std::vector<std::string> wrapped(std::string_view words, size_t columns) {
  std::vector<std::string> lines;
  size_t width = 0;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    const size_t word_width = display_width(word);
    if (lines.empty() || width + 1 + word_width > columns) {
      lines.emplace_back(word);
      width = word_width;
    } else {
      lines.back().append(" ").append(word);
      width += 1 + word_width;
    }
  }
  return lines;
}

}  // namespace quern
