// SPDX-License-Identifier: MIT
//
// Lines in letters between two rows of boxes. The calls of each box share one horizontal line; each
// ends in a column of its own, so that lines cross but never join.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quern {

/// A row has boxes, and lanes on which arrows pass.
struct SketchItem {
  std::optional<size_t> box = {};
  size_t arrow = 0;  ///< of a lane
  double x = 0;      ///< its middle, in the layout
  size_t first = 0;  ///< column
  size_t width = 1;
};
using SketchRow = std::vector<SketchItem>;

/// One line from an item to an item of the next row, or from there up.
struct SketchWire {
  size_t upper = 0;  ///< item of the upper row
  size_t lower = 0;  ///< item of the lower row
  bool starts_above = true;
  bool ends_here = true;  ///< at a box, with a head
  bool is_dashed = false;
  std::string label = {};  ///< shown at the head where there is room
  size_t upper_column = 0;
  size_t lower_column = 0;
};

/// Neither row is empty. Labels end at `columns`.
void append_channel(std::string& out, const SketchRow& upper, const SketchRow& lower,
                    std::vector<SketchWire> wires, size_t columns);

}  // namespace quern
