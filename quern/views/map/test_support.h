// SPDX-License-Identifier: MIT
//
// What tests of maps share: maps of a profile, and what a map shows as text.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "quern/query/test_support.h"
#include "quern/views/map/cost_map.h"

namespace quern {

/// Of the function that `name` means, or of the whole program.
inline CostMap map_of(const Profile& profile, const MapRequest& request = {},
                      const Words& words = {}, std::string_view name = {}) {
  const Selection selection = selected(profile, words);
  Result<CostMap> map = name.empty() ? cost_map(profile, selection, request)
                                     : cost_map_around(profile, selection, request, name);
  if (!map) {
    ADD_FAILURE() << map.error().message;
    return {.selection = selection, .request = request};
  }
  return std::move(*map);
}

inline std::string told_name(const MapTile& tile) {
  switch (tile.kind) {
    case TileKind::kSelf:
      return "(self)";
    case TileKind::kCut:
      return "(cut " + std::to_string(tile.count) + ")";
    case TileKind::kFolder:
      return std::string(tile.name.name) + " folder";
    case TileKind::kObject:
      return std::string(tile.name.name) + " object";
    default:
      return tile.name.name.empty() ? "?" : std::string(tile.name.name);
  }
}

/// One a line: " left 60 drawn 40" below its parent.
inline std::string told_tiles(const CostMap& map) {
  std::string text;
  for (const MapTile& tile : map.tiles) {
    text += std::string(tile.depth, ' ') + told_name(tile) + " " + told(tile.cost);
    text += tile.area != lower_of(tile.cost) ? " drawn " + to_decimal(tile.area) : "";
    text += tile.is_recursive ? " recursive" : "";
    text += "\n";
  }
  return text + (map.rest != 0 ? "rest " + to_decimal(map.rest) + "\n" : "");
}

/// Tiles and rests are the total at every level, and each tile is where its parent and depth say.
inline void expect_sound(const CostMap& map) {
  std::vector<int128> below(map.tiles.size());
  std::vector<uint32_t> path;
  int128 roots = map.rest;
  const bool is_plain = map.squeezed == 0 && std::ranges::none_of(map.tiles, [](const auto& tile) {
                          return lower_of(tile.cost) < 0;
                        });
  for (uint32_t at = 0; at < map.tiles.size(); ++at) {
    const MapTile& tile = map.tiles[at];
    ASSERT_LE(tile.depth, path.size()) << at;
    path.resize(tile.depth);
    ASSERT_EQ(tile.parent, path.empty() ? std::nullopt : std::optional(path.back())) << at;
    path.push_back(at);
    EXPECT_TRUE(tile.area >= 0) << at;
    (tile.parent ? below[*tile.parent] : roots) += tile.area;
    if (is_plain) {
      EXPECT_EQ(to_decimal(tile.area), to_decimal(lower_of(tile.cost))) << at;
    }
  }
  EXPECT_TRUE(map.rest >= 0);
  EXPECT_EQ(to_decimal(roots), to_decimal(map.total));
  for (uint32_t at = 0; at < map.tiles.size(); ++at) {
    const bool has_children = at + 1 < map.tiles.size() && map.tiles[at + 1].parent == at;
    if (has_children) {
      EXPECT_EQ(to_decimal(below[at]), to_decimal(map.tiles[at].area)) << at;
    }
  }
}

}  // namespace quern
