// SPDX-License-Identifier: MIT
#include "quern/output/text/tree_indent.h"

#include <fmt/format.h>

namespace quern {

std::string tree_indent(uint32_t depth) {
  constexpr uint32_t kDrawnLevels = 16;
  if (depth <= kDrawnLevels) {
    return std::string(size_t{2} * depth, ' ');
  }
  return fmt::format("{}{}» ", std::string(size_t{2} * kDrawnLevels, ' '), depth);
}

}  // namespace quern
