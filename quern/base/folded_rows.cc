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
  if (std::ranges::any_of(costs, [](int128 cost) { return cost > 0; })) {
    out.append(stack_);
    for (const int128 cost : costs) {
      out += ' ';
      append_decimal(out, cost);
    }
    out += '\n';
  }
}

}  // namespace quern
