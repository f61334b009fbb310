// SPDX-License-Identifier: MIT
//
// Dashed edges of a drawn call graph: they stand for ways through functions that are not shown.
#pragma once

#include <cstdint>
#include <span>

#include "quern/views/graph/call_picture.h"
#include "quern/views/graph/hidden_ways.h"
#include "quern/views/graph/picture_boxes.h"

namespace quern {

struct DashedGround {
  const PictureBoxes* boxes;
  std::span<const uint32_t> kept;   ///< by node of the picture: its box
  std::span<const uint32_t> drawn;  ///< by box: its node, or HiddenWays::kHidden
  HiddenWays::IsFollowed is_followed;
};

/// To a picture that has its nodes and edges. There are at most as many as nodes: first those that
/// connect nodes which no other edge connects, then those with the highest upper bounds.
void add_dashed_edges(CallPicture& picture, const DashedGround& ground);

}  // namespace quern
