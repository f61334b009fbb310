// SPDX-License-Identifier: MIT
//
// The tiles of calls, from the tree that a flame graph draws.
#pragma once

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/views/map/cost_map.h"

namespace quern {

/// Adds tiles to a map of kCallees or kCallers with one column at most. Errors: those of tree().
[[nodiscard]] Result<void> add_calls(const Profile& profile, CostMap& map);

}  // namespace quern
