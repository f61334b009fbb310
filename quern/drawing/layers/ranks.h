// SPDX-License-Identifier: MIT
//
// Chooses which arrows point upwards, and the rank of each box, so that the sum of weighted lengths
// of arrows is minimal.
#pragma once

#include "quern/drawing/layers/sketch.h"

namespace quern {

/// By box: its rank, from 0. Reverses arrows, of each cycle at least one and if possible not a
/// heavy one, so that all arrows lead to a higher rank.
[[nodiscard]] std::vector<uint32_t> rank_boxes(Sketch& sketch);

/// Creates the places of boxes, of arrows that cross ranks, and of clusters in ranks where they
/// have no box. The number of places is limited: the longest arrows get none if there are too many.
[[nodiscard]] RankPlaces placed(const Sketch& sketch, const std::vector<uint32_t>& ranks);

}  // namespace quern
