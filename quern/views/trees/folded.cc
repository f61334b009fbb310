// SPDX-License-Identifier: MIT
//
// Stacks of a profile as folded rows, of one event. Only exact stacks have them; `flame --format
// folded` writes rows for call graphs, too.
#include "quern/views/trees/folded.h"

#include <optional>
#include <utility>
#include <vector>

#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

bool FoldedStacks::are_in(const Profile& profile, const Selection& selection) {
  return has_contexts(profile, selection.parts);
}

Result<FoldedStacks> FoldedStacks::of(const Profile& profile, const Selection& selection,
                                      Recursion recursion) {
  if (selection.columns.size() > 1) {
    return failure(several_events("folded stacks have"));
  }
  if (has_mixed_stacks(profile, selection)) {
    return failure(mixed_stacks());
  }
  const std::vector<EventSum> sums = shown_sums(selection);
  auto nodes = std::make_shared<const Nodes>(profile, selection);
  StackTree stacks(profile, selection.parts, sums, nodes->map(), recursion);
  return FoldedStacks(std::move(nodes), std::move(stacks));
}

void FoldedStacks::each(const std::function<bool(uint32_t, const RowName&, int128)>& use) const {
  stacks_.walk(0U, [&](uint32_t stack, uint32_t depth) {
    return use(depth, nodes_->name(stacks_.node(stack)), self(stack)) ? std::optional(depth + 1)
                                                                      : std::nullopt;
  });
}

int128 FoldedStacks::negative() const {
  int128 sum = 0;
  for (uint32_t stack = 0; stack < stacks_.size(); ++stack) {
    sum += self(stack) < 0 ? self(stack) : int128{0};
  }
  return sum;
}

}  // namespace quern
