// SPDX-License-Identifier: MIT
//
// Folded stacks: `main;parse;scan 123`, a row a stack with cost of its own. In names, `;` becomes
// `:`, and what is no printable text U+FFFD; a function without a name is `???`. Only costs above 0
// have rows. From a call graph, which has no stacks, rows are the estimated ones of the flame
// graph, each with what its merged callees cost: rows add up to the total.
#include <algorithm>
#include <vector>

#include "quern/base/text.h"
#include "quern/output/answer_stream.h"
#include "quern/output/render.h"

namespace quern {
namespace {

class Folding {
 public:
  explicit Folding(ByteSink& out) : stream_(out) {}

  /// A stack is what was entered last at each depth above.
  bool row(uint32_t depth, std::string_view name, int128 cost) {
    ends_.resize(std::min<size_t>(ends_.size(), depth));
    stack_.resize(ends_.empty() ? 0 : ends_.back());
    stack_ += stack_.empty() ? "" : ";";
    std::string word = name.empty() ? "???" : printable(name);
    std::ranges::replace(word, ';', ':');
    stack_ += word;
    ends_.push_back(stack_.size());
    if (cost > 0) {
      stream_.text().append(stack_).append(" ").append(to_decimal(cost)).append("\n");
    }
    return stream_.drain();
  }

 private:
  std::string stack_;
  std::vector<size_t> ends_;  ///< by depth, in stack_
  AnswerStream stream_;
};

}  // namespace

void render_folded(const FoldedStacks& stacks, ByteSink& out) {
  Folding folding(out);
  stacks.each([&](uint32_t depth, const RowName& name, int128 self) {
    return folding.row(depth, name.name, self);
  });
}

void render_folded(const Flame& flame, ByteSink& out) {
  Folding folding(out);
  for (size_t at = 0; at < flame.places.size(); ++at) {
    const TreeRow& row = flame.tree.rows[at];
    const FlamePlace& place = flame.places[at];
    if (!folding.row(row.depth, row.name.name, place.own + place.small)) {
      return;
    }
  }
  (void)folding.row(0, "(not shown)", flame.small + flame.rest);
}

}  // namespace quern
