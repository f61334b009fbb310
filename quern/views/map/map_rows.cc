// SPDX-License-Identifier: MIT
//
// From rows of a tree to tiles. A tile's area is its cost where there is room. What a row costs
// itself becomes a tile of its own behind its children, if it has any, so that the children of a
// tile fill it completely.
#include "quern/views/map/map_rows.h"

#include <algorithm>
#include <utility>

namespace quern {

namespace {

int128 drawn_cost(const Amount& amount) {
  return std::max<int128>(0, lower_of(amount));
}

/// Goes through rows depth first. A row's last tiles follow those of all rows below it.
class TileMaker {
 public:
  TileMaker(MapRows rows, const FlameLayout& layout, CostMap& map)
      : rows_(std::move(rows)), layout_(layout), map_(map) {}

  void make() {
    for (uint32_t row = 0; row < rows_.rows.size(); ++row) {
      close(rows_.rows[row].depth);
      open(row);
    }
    close(0);
    add_cut(rows_.hidden, layout_.small, std::nullopt);
    map_.total = layout_.total;
    map_.rest = layout_.rest;
    map_.squeezed = layout_.squeezed;
  }

 private:
  struct Open {
    uint32_t row = 0;
    uint32_t tile = 0;
  };

  void open(uint32_t at) {
    const MapRow& row = rows_.rows[at];
    MapTile tile = row.tile;
    tile.depth = row.depth;
    tile.parent = open_.empty() ? std::nullopt : std::optional(open_.back().tile);
    tile.area = layout_.places[at].width;
    tile.own = own_cost(row, tile, layout_.places[at].own);
    open_.push_back({at, static_cast<uint32_t>(map_.tiles.size())});
    map_.tiles.push_back(tile);
  }

  /// Squeezed tiles say what their own cost is. Others have what children leave, which is more if
  /// the profile lacks some.
  static Amount own_cost(const MapRow& row, const MapTile& tile, int128 left) {
    return row.own && lower_of(*row.own) >= left
               ? *row.own
               : amount_of(left, certainty_of(tile.cost) != Certainty::kExact);
  }

  /// Ends rows of this depth and below it.
  void close(size_t depth) {
    for (; open_.size() > depth; open_.pop_back()) {
      const Open last = open_.back();
      const FlamePlace& place = layout_.places[last.row];
      add_cut(rows_.rows[last.row].hidden, place.small, last.tile);
      if (last.tile + 1 < map_.tiles.size() && place.own > 0) {
        const Amount own = map_.tiles[last.tile].own;
        add(TileKind::kSelf, own, place.own, last.tile);
        map_.tiles.back().own = own;
      }
    }
  }

  void add_cut(const CutTiles& cut, int128 area, std::optional<uint32_t> parent) {
    if (cut.count != 0 && lower_of(cut.cost) != 0) {
      add(TileKind::kCut, cut.cost, area, parent);
      map_.tiles.back().count = cut.count;
    }
  }

  void add(TileKind kind, const Amount& cost, int128 area, std::optional<uint32_t> parent) {
    map_.tiles.push_back({.kind = kind,
                          .parent = parent,
                          .depth = parent ? map_.tiles[*parent].depth + 1 : 0,
                          .cost = cost,
                          .area = area});
  }

  MapRows rows_;
  const FlameLayout& layout_;
  CostMap& map_;
  std::vector<Open> open_;  ///< the last row, and all above it
};

}  // namespace

void add_tiles(MapRows rows, const FlameLayout& layout, CostMap& map) {
  TileMaker(std::move(rows), layout, map).make();
}

FlameCosts flame_costs(const MapRows& rows, int128 total) {
  FlameCosts costs{
      .rows = {}, .hidden = drawn_cost(rows.hidden.cost), .total = std::max<int128>(0, total)};
  costs.rows.reserve(rows.rows.size());
  for (const MapRow& row : rows.rows) {
    costs.rows.push_back({.parent = row.parent,
                          .cost = drawn_cost(row.tile.cost),
                          .kept = row.own ? drawn_cost(*row.own) : int128{0},
                          .hidden = drawn_cost(row.hidden.cost)});
  }
  return costs;
}

}  // namespace quern
