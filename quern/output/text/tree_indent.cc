// SPDX-License-Identifier: MIT
#include "quern/output/text/tree_indent.h"

#include <fmt/format.h>

#include <algorithm>

namespace quern {

std::string tree_indent(uint32_t depth, size_t width) {
  constexpr size_t kMostLevels = 16, kLeastLevels = 4;
  const size_t levels =
      width == 0 ? kMostLevels : std::clamp(width / 10, kLeastLevels, kMostLevels);
  if (depth <= levels) {
    return std::string(size_t{2} * depth, ' ');
  }
  return fmt::format("{}{}» ", std::string(2 * levels, ' '), depth);
}

}  // namespace quern
