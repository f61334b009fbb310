// SPDX-License-Identifier: MIT
//
// Heads of arrows, and where their labels have room.
#pragma once

#include <cstddef>
#include <vector>

#include "quern/drawing/layers/layered_layout.h"
#include "quern/output/graph/graph_picture.h"

namespace quern {

/// In the coordinates of the layout.
struct ArrowShape {
  double width = 1;  ///< of the line
  LayerPoint end;    ///< of the line, within the head
  LayerPoint left;   ///< corners of the head; the third is the last point of the arrow
  LayerPoint right;
};
/// `points`: a chain of Bézier curves, at least one; `share`: from 0 to 1.
[[nodiscard]] ArrowShape arrow_shape(const std::vector<LayerPoint>& points, double share);

struct ArrowLabel {
  size_t arrow = 0;
  LayerRectangle area;
  double base_line = 0;
};
/// Of arrows whose label covers no box, no title of a cluster and no other label, the most
/// expensive first.
[[nodiscard]] std::vector<ArrowLabel> arrow_labels(const GraphPicture& picture,
                                                   const LayerLayout& layout);

}  // namespace quern
