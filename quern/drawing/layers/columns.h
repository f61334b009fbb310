// SPDX-License-Identifier: MIT
//
// Decides where the places of each rank are from left to right, in their order, so that arrows are
// straight: those across many ranks most of all, since bends show most there.
#pragma once

#include "quern/drawing/layers/sketch.h"

namespace quern {

struct Columns {
  std::vector<int64_t> middles;  ///< by place; of boxes without their loops
  std::vector<int64_t> cluster_lefts;
  std::vector<int64_t> cluster_rights;
};

/// Gives arrows that share a side of a box different ports there, in the order of their other ends.
void spread_ports(const Sketch& sketch, Places& places);

/// The least column used is about 0.
[[nodiscard]] Columns columns_of(const Sketch& sketch, const Places& places);

}  // namespace quern
