// SPDX-License-Identifier: MIT
//
// Rows of folded stacks: `main;parse;scan 123`. Both the writer of that format and
// `flame --format folded` use it, hence it is in base. The format has no escapes: in names, `;`
// becomes `:`, and unprintable bytes become U+FFFD. A function without a name is `???`. Only costs
// above 0 get a row: readers take the number for a count. Readers add up rows of one stack, so that
// a cost beyond 64 bits, which no reader takes, is split over several rows.
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
  /// Enters a function at `depth`, counted from 0. Call it depth first: the functions entered last
  /// at each smaller depth are its callers. Appends a row to `out` if the self cost is above 0.
  void enter(uint32_t depth, std::string_view name, int128 cost, std::string& out) {
    enter(depth, name, std::span(&cost, 1), out);
  }
  /// For a comparison: one cost a side, none below 0, in one row.
  void enter(uint32_t depth, std::string_view name, std::span<const int128> costs,
             std::string& out);

 private:
  std::string stack_;         ///< "main;parse": a row without its costs
  std::vector<size_t> ends_;  ///< by depth: where that function's name ends in stack_
};

}  // namespace quern
