// SPDX-License-Identifier: MIT
//
// Finds places where a long arrow can cross several ranks in a straight line. These places become
// one variable of the search for columns, which keeps that fast in large graphs.
#pragma once

#include "quern/drawing/layers/sketch.h"

namespace quern {

struct Runs {
  uint32_t count = 0;
  std::vector<uint32_t> run_of;  ///< by place; places of one run share their column
};

/// No two runs cross each other, and none crosses the border of a cluster. So there are columns for
/// all of them that keep the order in all ranks.
[[nodiscard]] Runs runs_of(const Sketch& sketch, const RankPlaces& places);

}  // namespace quern
