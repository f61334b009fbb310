// SPDX-License-Identifier: MIT
#include "quern/base/folded_rows.h"

#include <algorithm>

#include "quern/base/text.h"

namespace quern {

void FoldedRows::enter(uint32_t depth, std::string_view name, std::span<const int128> costs,
                       std::string& out) {
  ends_.resize(std::min<size_t>(ends_.size(), depth));
  stack_.resize(ends_.empty() ? 0 : ends_.back());
  stack_ += stack_.empty() ? "" : ";";
  std::string word = name.empty() ? "???" : printable(name);
  std::ranges::replace(word, ';', ':');
  stack_ += word;
  ends_.push_back(stack_.size());
  // A user's formula can make a cost near 2^127. As rows of 64 bits it would fill any disk; above
  // this limit one row has all of it.
  constexpr int128 kMostRows = int128{1} << 16;
  const int128 highest = costs.empty() ? 0 : std::ranges::max(costs);
  const int128 most_in_row = highest / kMostRows < kUint64Max ? kUint64Max : highest;
  for (int128 written = 0; written < highest; written += most_in_row) {
    out.append(stack_);
    for (const int128 cost : costs) {
      out += ' ';
      append_decimal(out, std::clamp<int128>(cost - written, 0, most_in_row));
    }
    out += '\n';
  }
}

}  // namespace quern
