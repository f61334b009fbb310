// SPDX-License-Identifier: MIT
//
// Chooses the columns of places, in the order that each rank has. Arrows become as straight as
// possible, long and heavy arrows first.
#pragma once

#include "quern/drawing/layers/sketch.h"

namespace quern {

struct Columns {
  std::vector<int64_t> middles;  ///< by place; of boxes without their loops
  std::vector<int64_t> cluster_lefts;
  std::vector<int64_t> cluster_rights;
};

/// Gives the arrows at each side of a box different ports, in the order of their other ends.
void spread_ports(const Sketch& sketch, RankPlaces& places);

/// Columns may be negative.
[[nodiscard]] Columns columns_of(const Sketch& sketch, const RankPlaces& places);

}  // namespace quern
