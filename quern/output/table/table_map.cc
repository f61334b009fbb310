// SPDX-License-Identifier: MIT
//
// Treemaps as CSV, TSV and Markdown: a row a tile, each below the tile around it.
#include "quern/output/answers/map.h"
#include "quern/output/map/map_words.h"
#include "quern/output/table/table_pen.h"

namespace quern {
namespace {

void draw_map_row(TablePen& pen, const MapTile& tile) {
  const std::vector<Amount> cost = {tile.cost};
  pen.text("kind", to_string(tile.kind));
  pen.number("depth", static_cast<int128>(tile.depth));
  pen.name("", tile.name);
  pen.lower_costs("cost", cost);
  pen.upper_costs("cost_max", cost);
  pen.costs("own", std::vector<Amount>{tile.own});
  pen.sure(cost);
  pen.certainty_column();
  pen.number("area", tile.area);
  pen.count("calls", tile.calls);
  pen.flag("recursive", tile.is_recursive);
  pen.number("not_shown",
             tile.kind == TileKind::kCut ? std::optional<int128>(tile.count) : std::nullopt);
}

}  // namespace

void write_flat(const CostMap& map, FlatForm form, ByteSink& out) {
  TablePen pen(form, out, map.selection);
  write_table(pen, map.tiles.size(), [&map](size_t at) { return map.tiles[at]; }, draw_map_row);
}

}  // namespace quern
