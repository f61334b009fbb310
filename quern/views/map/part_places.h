// SPDX-License-Identifier: MIT
//
// Processes, threads and parts of a profile as a tree of places with their totals, and functions
// with their self costs in each part.
#pragma once

#include "quern/model/profile.h"
#include "quern/views/map/cost_map.h"

namespace quern {

/// Adds tiles to a map of kParts with one column at most. Processes and threads that are the only
/// ones have no tile, and neither has the only part of one of those.
void add_parts(const Profile& profile, CostMap& map);

}  // namespace quern
