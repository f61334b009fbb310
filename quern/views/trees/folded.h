// SPDX-License-Identifier: MIT
//
// Every exact stack with what it cost itself, each once: what folded stacks are written from. No
// stack is left out for being small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "quern/analysis/trees/stack_tree.h"
#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/nodes.h"

namespace quern {

class FoldedStacks {
 public:
  /// One column at most. Keeps a reference to `profile`. Errors: `one-event`, `mixed-stacks`; empty
  /// where the chosen parts have no exact stacks.
  [[nodiscard]] static Result<FoldedStacks> of(const Profile& profile, const Selection& selection,
                                               Recursion recursion);

  /// Whether there are exact stacks at all.
  [[nodiscard]] static bool are_in(const Profile& profile, const Selection& selection);

  /// Calls use(depth, name, self) for each stack, callers before what they call, until it returns
  /// false. Depth counts from 0; the names on the way down make the stack.
  void each(const std::function<bool(uint32_t, const RowName&, int128)>& use) const;

  /// Σ of the self costs below 0.
  [[nodiscard]] int128 negative() const;
  [[nodiscard]] const Nodes& nodes() const { return *nodes_; }

 private:
  FoldedStacks(std::shared_ptr<const Nodes> nodes, StackTree stacks)
      : nodes_(std::move(nodes)), stacks_(std::move(stacks)) {}
  [[nodiscard]] int128 self(uint32_t stack) const {
    return stacks_.column_count() == 0 ? int128{0} : stacks_.self(stack, 0);
  }

  std::shared_ptr<const Nodes> nodes_;
  StackTree stacks_;
};

}  // namespace quern
