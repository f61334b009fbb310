// SPDX-License-Identifier: MIT
//
// Orders the places of each rank so that few arrows cross. Sweeps over the ranks move places to the
// median of their neighbors, then places next to each other are swapped while that helps. The best
// result of two trials is kept; large graphs without clusters make them on two threads.
#pragma once

#include "quern/drawing/layers/sketch.h"

namespace quern {

void reduce_crossings(RankPlaces& places, uint32_t cluster_count);

}  // namespace quern
