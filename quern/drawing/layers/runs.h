// SPDX-License-Identifier: MIT
//
// Finds the places that long arrows can cross in a straight line. They become one variable of the
// search for columns, which makes it several times faster, and long arrows calm.
#pragma once

#include "quern/drawing/layers/sketch.h"

namespace quern {

struct Runs {
  uint32_t count = 0;
  std::vector<uint32_t> run_of;  ///< by place; places of one run share their column
};

/// No two runs cross each other, and none crosses the border of a cluster. So there are columns for
/// all of them that keep the order in all ranks.
[[nodiscard]] Runs runs_of(const Sketch& sketch, const Places& places);

}  // namespace quern
