// SPDX-License-Identifier: MIT
//
// Where the arrows of jumps run beside the lines of a file: short ones close to the lines, none
// over another.
#pragma once

#include <cstdint>
#include <vector>

#include "quern/views/annotation.h"

namespace quern {

/// Arrows side by side at most; further jumps have none.
inline constexpr uint32_t kMostLanes = 6;

/// Gives lanes to the jumps between lines of this file that are not one line, and says how many
/// lanes there are. Linear but for sorting.
[[nodiscard]] uint32_t assign_lanes(std::vector<AnnotatedLine>& lines);

}  // namespace quern
