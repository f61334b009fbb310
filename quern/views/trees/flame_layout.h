// SPDX-License-Identifier: MIT
//
// Gives the rows of a tree their places beside and below each other, as whole costs. Children lie
// within their parent, whatever the input claims: where they claim more than it has, they are
// squeezed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/amount.h"

namespace quern {

/// Where the frame of a row stands. Its children stand in it from the left, hottest first, then
/// those that are merged into one for being small, then what is its own.
struct FlamePlace {
  int128 x = 0;
  int128 width = 0;
  int128 small = 0;  ///< of `width`: children without a frame
  int128 own = 0;    ///< of `width`: no child's
};

/// Costs below 0 count as none.
struct FlameCosts {
  struct Row {
    std::optional<uint32_t> parent;  ///< an earlier row
    int128 cost = 0;
    int128 kept = 0;    ///< of it: no child's, whatever they claim
    int128 hidden = 0;  ///< what children without a row cost
  };
  std::vector<Row> rows;
  int128 hidden = 0;  ///< what roots without a row cost
  int128 total = 0;
};

struct FlameLayout {
  std::vector<FlamePlace> places;  ///< by row
  int128 total = 0;                ///< the width of all; 0 where nothing can be drawn
  int128 small = 0;                ///< roots without a frame
  int128 rest = 0;                 ///< on no frame at all: the roots cost less than the total
  size_t squeezed = 0;             ///< frames whose children claim more than they have
};

/// What is drawn of the one column of a picture: nothing of costs below 0.
[[nodiscard]] int128 drawn_cost(const std::vector<Amount>& amounts);

[[nodiscard]] FlameLayout laid_out(const FlameCosts& costs);

}  // namespace quern
