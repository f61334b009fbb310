// SPDX-License-Identifier: MIT
//
// What a treemap consists of: tiles with their words and places. All pictures draw this; they know
// no costs. Places are those of tile_layout(), so SVG, HTML and JSON have the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/drawing/tiles/tile_layout.h"
#include "quern/output/pictures/picture_parts.h"
#include "quern/output/render.h"
#include "quern/output/shared/map_style.h"
#include "quern/views/map/cost_map.h"

namespace quern {

struct DrawnTile {
  std::string name;                     ///< printable: "main", "self of main", "12 more in main"
  std::string label;                    ///< the same for a tile that is drawn within its parent
  std::string share;                    ///< "12.34 %"
  std::vector<std::string> lines = {};  ///< in the tile, as far as there is room
  double lines_y = 0;                   ///< where they begin
  std::vector<std::string> facts = {};  ///< what else is known, a line each
  std::vector<std::string> cells = {};  ///< of the table, without the name
  std::string color = {};               ///< a class of the style sheet
  Hatch hatch = Hatch::kNone;
  TileKind kind = TileKind::kFunction;
  std::optional<uint32_t> parent = {};
  uint32_t depth = 0;
  bool has_tiles = false;
  TileRectangle place = {};
};

/// The title of a tile that others cover: a strip along its upper border.
struct TileTitle {
  uint32_t tile = 0;
  std::string words;
  TileRectangle place;
};

struct MapPicture {
  std::string title;
  std::string subtitle;
  double width = 0;
  double height = 0;
  std::vector<DrawnTile> tiles;  ///< as CostMap has them
  std::vector<TileTitle> titles;
  std::vector<PictureLegend> legend;
  std::vector<std::string> notes;
  std::vector<std::string> heads;  ///< of the table, without the name
};

inline constexpr double kTileTitle = 16;  ///< height of a strip
inline constexpr double kTileLine = 14;
inline constexpr double kTilePadding = 4;

[[nodiscard]] MapPicture map_picture(const CostMap& map, const Style& style, const MapStyle& how);
/// The places alone.
[[nodiscard]] std::vector<TileRectangle> map_layout(const CostMap& map, const MapStyle& how);
/// Chooses which tiles have titles and labels, and cuts them to their room.
void add_labels(MapPicture& picture);
/// A tile's label, cut to so many columns. A number is not cut: "12 more", "+12" or "".
[[nodiscard]] std::string label_in(TileKind kind, const std::string& label, size_t columns);
/// Names of tiles within each other, the outermost first: "main › run › parse", "main › … › parse",
/// or "parse".
[[nodiscard]] std::string chain_words(const std::vector<std::string_view>& names, size_t columns);

void write_svg(const MapPicture& picture, ByteSink& out);
void write_html(const MapPicture& picture, ByteSink& out);

/// The largest tiles as boxes in letters; at most `columns` wide, without head and notes.
[[nodiscard]] std::string map_sketch(const MapPicture& picture, size_t columns);

}  // namespace quern
