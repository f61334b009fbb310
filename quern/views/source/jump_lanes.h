// SPDX-License-Identifier: MIT
//
// Where the arrows of jumps run beside the lines of a file: short ones close to the lines, none
// over another.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace quern {

/// Arrows side by side at most; further jumps have none.
inline constexpr uint32_t kMostLanes = 6;

/// A jump between two places in the order in which lines are shown, which are not one.
struct JumpArrow {
  uint64_t from = 0, to = 0;
  std::optional<uint32_t> lane = {};  ///< 0 next to the lines
  [[nodiscard]] uint64_t first() const { return from < to ? from : to; }
  [[nodiscard]] uint64_t last() const { return from < to ? to : from; }
};

/// An arrow, and where its lane is to be written.
struct DrawnJump {
  JumpArrow arrow;
  std::optional<uint32_t>* lane;
};

/// Gives lanes, of equals to the first, and says how many lanes there are. Linear but for sorting.
[[nodiscard]] uint32_t assign_lanes(std::span<const DrawnJump> jumps);

}  // namespace quern
