// SPDX-License-Identifier: MIT
//
// Which nodes cost too little or too much to keep their name: --frame-min-count, --frame-max-count
// and the other frame limits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"

namespace quern {

/// What a node itself (the calls of one stack) has to cost to keep its name. 0: no limit.
struct NodeRules {
  uint64_t min_cost = 0, max_cost = 0;
  uint64_t min_calls = 0, max_calls = 0;
  uint64_t min_average = 0, max_average = 0;  ///< cost per call
  std::string event = {};                     ///< which cost; empty: the profile's first event
  [[nodiscard]] bool any() const {
    return (min_cost | max_cost | min_calls | max_calls | min_average | max_average) != 0;
  }
};

/// The limits with the name of their event; none if the profile has no events. Error:
/// `unknown-event`.
[[nodiscard]] Result<NodeRules> named_limits(NodeRules limits, const Profile& profile);

/// The limits in terms of the events of one profile. An event that it lacks costs 0.
class NodeRuleCheck {
 public:
  NodeRuleCheck(const NodeRules& limits, const Profile& profile);
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
