// SPDX-License-Identifier: MIT
//
// Orders the places of each rank so that few arrows cross: from several starts, sweeps over the
// ranks that move places to the median of their neighbors, and swaps of places next to each other.
#pragma once

#include "quern/drawing/layers/sketch.h"

namespace quern {

void reduce_crossings(Places& places, uint32_t cluster_count);

}  // namespace quern
