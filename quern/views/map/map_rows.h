// SPDX-License-Identifier: MIT
//
// Rows of a tree of costs, and the tiles that a map makes of them: it adds tiles for what is cut
// and for what is a row's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/model/records/amount.h"
#include "quern/views/map/cost_map.h"
#include "quern/views/trees/flame_layout.h"

namespace quern {

/// Siblings without a row.
struct CutTiles {
  size_t count = 0;
  Amount cost = Exact{0};
};

struct MapRow {
  MapTile tile = {};  ///< without its place in the tree, `own` and `area`
  /// As the profile has it; nothing: what children leave.
  std::optional<Amount> own = {};
  std::optional<uint32_t> parent = {};  ///< an earlier row
  uint32_t depth = 0;
  size_t children = 0;  ///< with those without a row
  CutTiles hidden = {};
};

struct MapRows {
  std::vector<MapRow> rows = {};  ///< depth first
  CutTiles hidden = {};           ///< roots without a row
};

/// Adds the tiles, and what the map says of all.
void add_tiles(MapRows rows, const FlameLayout& layout, CostMap& map);

/// The costs that places are made of.
[[nodiscard]] FlameCosts flame_costs(const MapRows& rows, int128 total);

}  // namespace quern
