// SPDX-License-Identifier: MIT
//
// Fills a rectangle with nested tiles whose areas are proportional to weights, and which are as
// close to squares as a quick search finds them. Children lie within their parent, and siblings do
// not overlap. No room is taken for titles or borders, so that the areas of all tiles compare,
// whatever their level. The same input gives the same bytes on every machine: all geometry is
// integer arithmetic. Sizes and results have one unit, usually pixels; y grows downwards.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/base/int128.h"

namespace quern {

struct TileItem {
  std::optional<uint32_t> parent = {};  ///< an earlier item
  int128 weight = 0;                    ///< below 0: 0
};

/// Where all tiles lie.
struct TileFrame {
  double width = 0;  ///< rounded to sixteenths; from 0 to 100,000
  double height = 0;
  int128 total = 0;  ///< what the whole area stands for: the roots may weigh less
};

struct TileRectangle {
  double x = 0;  ///< of the top left corner
  double y = 0;
  double width = 0;
  double height = 0;
};

/// By item. Each border is at the multiple of 1/16 that is nearest to its exact place. Siblings
/// stand from the top left by descending weight, equal ones in their order. What children leave of
/// their parent's weight stays free; children that weigh more than their parent share its area. An
/// item whose parent is no earlier one has an empty rectangle, and so have all below it.
[[nodiscard]] std::vector<TileRectangle> tile_layout(std::span<const TileItem> items,
                                                     const TileFrame& frame);

}  // namespace quern
