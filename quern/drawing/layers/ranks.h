// SPDX-License-Identifier: MIT
//
// Decides which arrows of a sketch point upwards and which rank each box has, so that arrows are
// short in all, heavier ones more than others.
#pragma once

#include "quern/drawing/layers/sketch.h"

namespace quern {

/// By box: its rank, from 0. Reverses arrows, of each cycle at least one and if possible not a
/// heavy one, so that all arrows lead to a higher rank.
[[nodiscard]] std::vector<uint32_t> ranks_of(Sketch& sketch);

/// Gives boxes, long arrows and gaps in clusters their places. Their number is limited: arrows that
/// would exceed it, the longest first, get no places.
[[nodiscard]] Places placed(const Sketch& sketch, const std::vector<uint32_t>& ranks);

}  // namespace quern
