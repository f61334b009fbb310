// SPDX-License-Identifier: MIT
//
// Follows contexts, which come parents first: how deep each is, and which are above it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"
#include "quern/model/records/contexts.h"

namespace quern {

class StackDepths {
 public:
  explicit StackDepths(const Contexts& contexts) : contexts_(&contexts) {}

  /// Goes on to this context, the one behind the last; how many are above it.
  uint32_t enter(ContextId id) {
    const ContextId parent = contexts_->parent(id);
    while (!path_.empty() && path_.back() != parent) {
      path_.pop_back();
    }
    path_.push_back(id);
    return static_cast<uint32_t>(path_.size() - 1);
  }

  /// From the root to the context entered last.
  [[nodiscard]] std::span<const ContextId> path() const { return path_; }

 private:
  const Contexts* contexts_;
  std::vector<ContextId> path_;
};

/// Calls use(path, costs) for each context with costs of its own, with the path that leads to it.
/// Ends early with an error of use(), or where `out` takes no more.
template <class Use>
[[nodiscard]] Result<void> each_stack(const Contexts& contexts, const ByteSink& out,
                                      const Use& use) {
  StackDepths stacks(contexts);
  ContextCosts costs(contexts);
  for (uint64_t at = 0; at < contexts.size() && !out.failed(); ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    stacks.enter(id);
    if (const std::span<const EventCost> own = costs.of(id); !own.empty()) {
      if (Result<void> done = use(stacks.path(), own); !done) {
        return done;
      }
    }
  }
  return {};
}

}  // namespace quern
