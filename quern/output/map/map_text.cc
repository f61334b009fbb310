// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "quern/base/buffered_text.h"
#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/answers/map.h"
#include "quern/output/map/map_picture.h"
#include "quern/output/map/map_words.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/head.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

/// Where nothing tells how wide an answer may be.
constexpr size_t kMapColumns = 80;
constexpr size_t kLeastMapColumns = 20;
constexpr size_t kLargest = 10;

/// Tiles without others in them, the largest first.
std::vector<size_t> largest_tiles(const CostMap& map) {
  std::vector<size_t> tiles(map.tiles.size());
  std::iota(tiles.begin(), tiles.end(), size_t{0});
  std::erase_if(tiles, [&map](size_t at) {
    return has_tiles(map, at) || map.tiles[at].kind == TileKind::kCut;
  });
  std::ranges::sort(tiles, [&map](size_t one, size_t other) {
    const int128 area = map.tiles[one].area;
    const int128 other_area = map.tiles[other].area;
    return area != other_area ? area > other_area : one < other;
  });
  tiles.resize(std::min(tiles.size(), kLargest));
  return tiles;
}

/// The name, or that of the tile whose rest it is; and the tile around it.
TableName listed_name(const CostMap& map, size_t at, const Style& style) {
  const MapTile& tile = map.tiles[at];
  const auto name_of = [&](uint32_t each) { return shown_name(map.tiles[each].name.name, style); };
  TableName name;
  std::optional<uint32_t> around = tile.parent;
  if (tile.kind == TileKind::kSelf && around) {
    name.text = name_of(*around);
    name.mark = fmt::format(" ({})", tile_name(map, at));
    around = map.tiles[*around].parent;
  } else {
    name.text = name_of(static_cast<uint32_t>(at));
  }
  if (around) {
    name.places = {"in " + name_of(*around)};
  }
  return name;
}

void append_largest(std::string& out, const CostMap& map, const Style& style) {
  const std::vector<size_t> tiles = largest_tiles(map);
  if (tiles.empty()) {
    return;
  }
  using Align = TableColumn::Align;
  const Event& event = map.selection.columns.front().event;
  Table table({{.head = event_text(event), .align = Align::kRight, .spare = 0},
               {.head = "%", .align = Align::kRight, .spare = 0},
               {.head = "largest tiles", .align = Align::kLeft, .spare = 0}},
              style.color);
  const auto cells_of = [&](size_t at) {
    const Amount& cost = map.tiles[at].cost;
    return std::vector<std::string>{cost_text(event, cost), percent_text(cost, map.total)};
  };
  for (const size_t at : tiles) {
    table.measure(cells_of(at), listed_name(map, at, style));
  }
  table.fit(style.width);
  table.head(out);
  for (const size_t at : tiles) {
    table.line(out, cells_of(at), listed_name(map, at, style));
  }
}

/// What draws the same map as a page.
std::string next_page(const CostMap& map, const Style& style) {
  const GroupBy by = map.selection.group_by;
  const auto line = [&](std::string_view of, GroupBy group) {
    return next_line(fmt::format("map --format html{}{}{}{} -o map.html{}",
                                 map.request.of == MapOf::kCallees
                                     ? ""
                                     : fmt::format(" --tiles {}", to_string(map.request.of)),
                                 is_of_calls(map) ? group_words(group, style) : "",
                                 style.where.empty() ? "" : " ", style.where, of),
                     style);
  };
  if (!map.request.around || map.tiles.empty()) {
    return line("", by);
  }
  return next_about(map.tiles.front().name, by, style, [&](std::string_view part, GroupBy group) {
    // What begins with a hyphen would be taken for an option.
    return part.starts_with('-') ? std::string() : line(" " + single_quoted(part), group);
  });
}

/// Another map of the profile: where the same costs are in the sources.
std::string next_sources(const CostMap& map, const Style& style) {
  return is_of_calls(map) && !map.request.around
             ? next_line(fmt::format("map --tiles source{}{}", style.where.empty() ? "" : " ",
                                     style.where),
                         style)
             : std::string();
}

}  // namespace

std::string rest_line(const CostMap& map) {
  return note_lines(map_notes(map), Style());
}

void write_text(const CostMap& map, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  std::string& text = stream.text();
  append_head(text, map_head(map), style);
  if (!map.tiles.empty()) {
    const size_t columns = style.width == 0 ? kMapColumns : style.width;
    if (columns >= kLeastMapColumns) {
      text += map_sketch(map_picture(map, style, {}), columns) + "\n";
    }
    append_largest(text, map, style);
    text += "\n";
  }
  text += note_lines(map_notes(map), style);
  text += first_two({next_page(map, style), next_sources(map, style)});
}

}  // namespace quern
