// SPDX-License-Identifier: MIT
//
// Turns places and columns into rectangles and curves. Each rank is a band, as high as its highest
// box; there are gaps between bands. A curve bends only in gaps. In a band it is a vertical line in
// its own column, so it never meets a box.
#pragma once

#include "quern/drawing/layers/columns.h"

namespace quern {

struct PartPoint {
  int64_t x = 0;
  int64_t y = 0;
};

struct PartRectangle {
  PartPoint from;
  PartPoint to;
};

/// A drawing between 0 and `size`, in quarters of a unit.
struct ComponentDrawing {
  std::vector<PartRectangle> boxes;
  std::vector<std::vector<PartPoint>> arrows;
  std::vector<PartRectangle> clusters;
  PartPoint size;
};

[[nodiscard]] ComponentDrawing drawn(const Sketch& sketch, const RankPlaces& places,
                                     const Columns& columns);

/// The curve of a self arrow at the right side of a box, `size` wide.
[[nodiscard]] std::vector<PartPoint> loop(const PartRectangle& box, int64_t size);

}  // namespace quern
