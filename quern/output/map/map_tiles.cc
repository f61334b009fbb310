// SPDX-License-Identifier: MIT
//
// The treemap of one profile as tiles: what is written in them and known of them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "quern/base/text.h"
#include "quern/output/answers/map.h"
#include "quern/output/map/map_picture.h"
#include "quern/output/map/map_words.h"
#include "quern/output/pictures/picture_colors.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

bool has_own_name(const MapTile& tile) {
  return tile.kind != TileKind::kSelf && tile.kind != TileKind::kCut;
}

/// What colors stand for. Tiles of calls have the color of their object, others that of the
/// outermost tile which has siblings: a folder, a file, an object or a thread.
class TileColors {
 public:
  explicit TileColors(const CostMap& map) : map_(map), texts_(map.tiles.size()) {
    const uint32_t level = is_of_calls(map) ? 0 : level_with_siblings();
    for (size_t at = 0; at < map.tiles.size(); ++at) {
      const MapTile& tile = map.tiles[at];
      const bool is_parents =
          tile.parent && (!has_own_name(tile) || (!is_of_calls(map) && tile.depth > level));
      texts_[at] = is_parents ? texts_[*tile.parent] : text_of(tile);
    }
  }

  [[nodiscard]] std::string color(size_t at) const { return group_color(texts_[at]); }

  /// The most expensive ones.
  [[nodiscard]] std::vector<PictureLegend> legend() const {
    std::map<std::string_view, int128> areas;
    for (size_t at = 0; at < map_.tiles.size(); ++at) {
      if (!has_tiles(map_, at)) {
        areas[texts_[at]] += map_.tiles[at].area;
      }
    }
    return group_legend(areas);
  }

 private:
  [[nodiscard]] uint32_t level_with_siblings() const {
    std::vector<size_t> counts;
    for (const MapTile& tile : map_.tiles) {
      counts.resize(std::max<size_t>(counts.size(), tile.depth + size_t{1}));
      counts[tile.depth] += static_cast<size_t>(has_own_name(tile));
    }
    const auto first = std::ranges::find_if(counts, [](size_t count) { return count > 1; });
    return first == counts.end() ? 0 : static_cast<uint32_t>(first - counts.begin());
  }

  [[nodiscard]] std::string_view text_of(const MapTile& tile) const {
    if (is_of_calls(map_)) {
      return tile.name.object.empty() ? tile.name.file : tile.name.object;
    }
    const std::string_view path =
        tile.kind == TileKind::kObject ? tile.name.object : tile.name.file;
    const bool is_place = tile.kind == TileKind::kFolder || tile.kind == TileKind::kFile ||
                          tile.kind == TileKind::kObject;
    return is_place && !path.empty() ? path : tile.name.name;
  }

  const CostMap& map_;
  std::vector<std::string_view> texts_;
};

class TileWords {
 public:
  TileWords(const CostMap& map, const Style& style)
      : map_(map), style_(style), event_(map.selection.columns.front().event), colors_(map) {}

  [[nodiscard]] DrawnTile tile_at(size_t at) const {
    const MapTile& tile = map_.tiles[at];
    DrawnTile drawn;
    drawn.label = label_at(at);
    drawn.name = has_own_name(tile) ? box_name(tile.name.name, style_) : unnamed_tile(at);
    drawn.share = percent(tile.cost) + " %";
    drawn.facts = facts_at(at);
    drawn.cells = {cost_text(event_, tile.cost),
                   percent(tile.cost),
                   has_own_name(tile) ? cost_text(event_, tile.own) : "",
                   tile.calls ? count_text(tile.calls) : "",
                   certainty_words(tile),
                   std::string(to_string(tile.kind))};
    drawn.color = colors_.color(at);
    drawn.hatch = hatch_of(tile.cost);
    drawn.kind = tile.kind;
    drawn.parent = tile.parent;
    drawn.depth = tile.depth;
    drawn.has_tiles = has_tiles(map_, at);
    return drawn;
  }

  [[nodiscard]] std::vector<PictureLegend> legend() const {
    std::vector<PictureLegend> entries = colors_.legend();
    add_hatches(entries, map_.tiles, [](const MapTile& tile) { return hatch_of(tile.cost); });
    return entries;
  }

 private:
  [[nodiscard]] std::string percent(const Amount& cost) const {
    return percent_text(cost, map_.total);
  }

  /// Without what the tiles around it say: folders, and the file of a line in it.
  [[nodiscard]] std::string label_at(size_t at) const {
    const MapTile& tile = map_.tiles[at];
    if (!has_own_name(tile)) {
      return tile_name(map_, at);
    }
    std::string name = box_name(tile.name.name, style_);
    if (tile.kind != TileKind::kLine) {
      return name;
    }
    return name.substr(is_in_its_file(tile) ? name.rfind(':') : name.rfind('/') + 1);
  }

  [[nodiscard]] bool is_in_its_file(const MapTile& line) const {
    for (std::optional<uint32_t> at = line.parent; at; at = map_.tiles[*at].parent) {
      if (map_.tiles[*at].kind == TileKind::kFile) {
        return map_.tiles[*at].name.file == line.name.file;
      }
    }
    return false;
  }

  /// "self of main"; of a root: "12 more".
  [[nodiscard]] std::string unnamed_tile(size_t at) const {
    const MapTile& tile = map_.tiles[at];
    const std::string words = tile_name(map_, at);
    return tile.parent ? fmt::format("{} of {}", words,
                                     box_name(map_.tiles[*tile.parent].name.name, style_))
                       : words;
  }

  [[nodiscard]] std::string certainty_words(const MapTile& tile) const {
    const Certainty certainty = certainty_of(tile.cost);
    return certainty == Certainty::kExact || !tile.bounds
               ? std::string(to_string(certainty))
               : fmt::format("{}, from {} to {}", to_string(certainty),
                             cost_text(event_, tile.bounds->lower),
                             cost_text(event_, tile.bounds->upper));
  }

  [[nodiscard]] std::vector<std::string> facts_at(size_t at) const {
    const MapTile& tile = map_.tiles[at];
    std::vector<std::string> facts = {
        fmt::format("{} · {} %", cost_phrase(event_, tile.cost), percent(tile.cost))};
    if (has_own_name(tile)) {
      if (map_.request.of == MapOf::kCallees) {
        facts.push_back("self " + cost_text(event_, tile.own));
      }
      if (tile.calls) {
        facts.push_back(counted(static_cast<uint64_t>(lower_of(*tile.calls)), "call"));
      }
    }
    if (certainty_of(tile.cost) != Certainty::kExact) {
      facts.push_back(certainty_words(tile));
    }
    if (tile.area < lower_of(tile.cost)) {
      facts.push_back(fmt::format("drawn for {}: the tiles around it cost less than those within",
                                  cost_text(event_, tile.area)));
    }
    if (tile.is_recursive) {
      facts.emplace_back("recursive: its callees are shown at its first tile");
    }
    add_around(facts, tile);
    if (has_own_name(tile)) {
      add_places(facts, tile.name);
    }
    return facts;
  }

  /// "in parse › main", from within.
  void add_around(std::vector<std::string>& facts, const MapTile& tile) const {
    constexpr size_t kMostNamed = 5;
    constexpr size_t kColumns = 60;
    std::string words;
    size_t count = 0;
    for (std::optional<uint32_t> at = tile.parent; at; at = map_.tiles[*at].parent) {
      if (count++ == kMostNamed) {
        words += " ‹ …";
        break;
      }
      words += (words.empty() ? "in " : " ‹ ") +
               cut_middle(box_name(map_.tiles[*at].name.name, style_), kColumns);
    }
    if (!words.empty()) {
      facts.push_back(words);
    }
  }

  const CostMap& map_;
  const Style& style_;
  const Event& event_;
  TileColors colors_;
};

}  // namespace

std::vector<TileRectangle> map_layout(const CostMap& map, const MapStyle& how) {
  std::vector<TileItem> items;
  items.reserve(map.tiles.size());
  for (const MapTile& tile : map.tiles) {
    items.push_back({.parent = tile.parent, .weight = tile.area});
  }
  return tile_layout(items, {.width = static_cast<double>(how.pixels),
                             .height = static_cast<double>(how.height),
                             .total = map.total});
}

MapPicture map_picture(const CostMap& map, const Style& style, const MapStyle& how) {
  MapPicture picture;
  const std::string kind = map_title(map);
  picture.title = printable(style.input.empty() ? kind : kind + " of " + style.input);
  picture.subtitle = picture_subtitle(map_head(map), map.selection.completeness);
  picture.notes = map_notes(map);
  picture.heads = {"cost", "%", "own", "calls", "certainty", "kind"};
  picture.width = how.pixels;
  picture.height = how.height;
  if (map.tiles.empty()) {
    return picture;
  }
  const TileWords words(map, style);
  const std::vector<TileRectangle> places = map_layout(map, how);
  picture.tiles.reserve(map.tiles.size());
  for (size_t at = 0; at < map.tiles.size(); ++at) {
    picture.tiles.push_back(words.tile_at(at));
    picture.tiles.back().place = places[at];
  }
  picture.legend = words.legend();
  add_labels(picture);
  return picture;
}

std::optional<MapForm> parse_map_form(std::string_view word) {
  return word == "svg"    ? std::optional(MapForm::kSvg)
         : word == "html" ? std::optional(MapForm::kHtml)
                          : std::nullopt;
}

void render_drawn(const CostMap& map, MapForm form, const Style& style, const MapStyle& how,
                  ByteSink& out) {
  const MapPicture picture = map_picture(map, style, how);
  (form == MapForm::kSvg ? write_svg : write_html)(picture, out);
}

}  // namespace quern
