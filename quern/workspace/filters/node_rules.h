// SPDX-License-Identifier: MIT
//
// Which nodes cost too little or too much to keep their name: --frame-min-count, --frame-max-count
// and the other frame limits.
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/workspace/transform.h"

namespace quern {

class NodeRuleCheck {
 public:
  /// Error: `unknown-event`.
  [[nodiscard]] static Result<NodeRuleCheck> read(const NodeRules& limits, const Profile& profile);
  /// The same for a profile whose events are others; what it lacks is 0.
  [[nodiscard]] NodeRuleCheck of(const Profile& profile) const;
  [[nodiscard]] bool any() const { return limits_.any(); }
  /// What a node costs itself, by the profile's events. `folded_calls`: how many calls it is where
  /// no event counts them.
  [[nodiscard]] bool is_outside(std::span<const EventCost> costs, uint64_t folded_calls) const;

 private:
  friend class StackLimits;
  [[nodiscard]] bool is_outside(int128 value, int128 calls) const;

  NodeRules limits_;
  std::optional<EventId> value_;
  std::optional<EventId> calls_;  ///< nothing: nodes are calls
};

/// Which contexts lie outside. Single calls count together with all others of their stack; nodes
/// that are no calls are a stack each.
class StackLimits {
 public:
  StackLimits(const Profile& profile, const NodeRuleCheck& limits, const std::stop_token& stop);
  [[nodiscard]] bool is_outside(ContextId id) const { return outside_[path_of_[id.index()]]; }

 private:
  std::vector<uint32_t> path_of_;  ///< by context
  std::vector<bool> outside_;      ///< by path
};

/// Whether some contexts are single calls.
[[nodiscard]] bool has_single_calls(const Profile& profile);

}  // namespace quern
