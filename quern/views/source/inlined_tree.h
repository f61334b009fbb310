// SPDX-License-Identifier: MIT
//
// What was inlined into one line, as a tree of functions, each at the line that calls it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quern/model/profile.h"
#include "quern/model/records/amount.h"
#include "quern/query/selection.h"
#include "quern/views/code/code_costs.h"

namespace quern {

/// A line of an inlined function, with what it cost there.
struct InlinedLine {
  std::string_view file;
  uint64_t line = 0;         ///< 0: not known
  std::vector<Amount> self;  ///< by column
};

/// A function at the line that it was inlined into.
struct InlinedNode {
  std::string_view function;  ///< empty: its name is not known
  /// Where it is called from, in the node above.
  std::string_view file;
  uint64_t line = 0;
  std::vector<Amount> with_inlined;  ///< by column
  std::vector<InlinedLine> lines;    ///< its own, the most expensive first
  std::vector<InlinedNode> inlined;  ///< into these, the most expensive first
};

/// Of the line `file`:`line`, that all `spots` of `code` were inlined into.
[[nodiscard]] std::vector<InlinedNode> inlined_tree(const CodeCosts& code,
                                                    const Selection& selection,
                                                    std::span<const uint32_t> spots, NameId file,
                                                    uint64_t line);

}  // namespace quern
