// SPDX-License-Identifier: MIT
//
// Rows of folded stacks: `main;parse;scan 123`. In names, `;` becomes `:`, and what is no printable
// text U+FFFD; a function without a name is `???`. Only costs above 0 have rows. Rows of one stack
// add up: a cost of more than 64 bits, which no reader takes, is split over several of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"

namespace quern {

class FoldedRows {
 public:
  /// Enters a function at this depth, counted from 0, where those entered last at each depth above
  /// are its callers; appends its row to `out` if it cost something itself.
  void enter(uint32_t depth, std::string_view name, int128 cost, std::string& out) {
    enter(depth, name, std::span(&cost, 1), out);
  }
  /// With a number a side that is compared, none below 0.
  void enter(uint32_t depth, std::string_view name, std::span<const int128> costs,
             std::string& out);

 private:
  std::string stack_;
  std::vector<size_t> ends_;  ///< by depth, in stack_
};

}  // namespace quern
