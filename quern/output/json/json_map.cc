// SPDX-License-Identifier: MIT
//
// quern.map/1, tiles depth first, places in pixels:
//   {"schema","events":[one],"totals":[T],"group_by","tiles_are":"callees"|"callers"|"source"|
//    "object"|"parts","around":bool,"exact_stacks":bool|null,"merged_recursion":bool,
//    "width","height","area","rest","squeezed":N,"shown":N,
//    "tiles":[{"kind","name","file","object","parent":N|null,"depth","cost":[C],
//              "cost_max":[C]|null,"certainty","bounds":{"lower","upper"}|null,"own":[C],"area",
//              "calls":N|null,"recursive":bool,"not_shown":N|null,"lines":["…"],"lines_y",
//              "facts":["…"],"color","x","y","width","height"}],
//    "titles":[{"tile":N,"words","x","y","width","height"}],"notes":["…"],
//    "contradictions":[{"code","count","message"}],"where":{"query","left_out"}}
// `kind`: function, folder, file, object, line, process, thread, part; self: what a tile costs
// besides the tiles in it; cut: tiles that are not shown, `not_shown` of them. These two have no
// name. `lines` are words in the tile, from `lines_y` on; `titles` are
// strips on tiles that others cover. `color` is a class of the style sheet. `parent` is an index of
// tiles. `area` is what a tile is drawn for: the areas of the tiles within a tile are its own, and
// those of all tiles without a parent, with `rest`, are `area` of the document. Around one function
// that is its inclusive cost. `exact_stacks` is null unless tiles are calls. "own_certainty",
// "totals_certainty" and "apportioned" where these are estimates.
#include "quern/output/json/json_map.h"

#include <vector>

#include "quern/output/answers/map.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/map/map_picture.h"
#include "quern/output/map/map_words.h"

namespace quern {
namespace {

std::span<const Amount> single(const Amount& amount) {
  return {&amount, 1};
}

void write_tile_bounds(JsonWriter& json, const MapTile& tile) {
  json.key("bounds");
  if (!tile.bounds || certainty_of(tile.cost) == Certainty::kExact) {
    json.null();
    return;
  }
  json.begin_object().key("lower").integer(tile.bounds->lower);
  json.key("upper").integer(tile.bounds->upper).end_object();
}

void write_place(JsonWriter& json, const TileRectangle& place) {
  json.key("x").number(place.x).key("y").number(place.y);
  json.key("width").number(place.width).key("height").number(place.height);
}

void write_titles(JsonWriter& json, const std::vector<TileTitle>& titles) {
  json.key("titles").begin_array();
  for (const TileTitle& title : titles) {
    json.newline().begin_object();
    write_count(json, "tile", title.tile);
    json.key("words").string(title.words);
    write_place(json, title.place);
    json.end_object();
  }
  json.end_array().newline();
}

void write_tile(JsonWriter& json, const Selection& selection, const MapTile& tile,
                const DrawnTile& drawn) {
  json.key("kind").string(to_string(tile.kind));
  write_name(json, tile.name);
  write_number(json, "parent", tile.parent ? std::optional<int128>(*tile.parent) : std::nullopt);
  json.key("depth").integer(tile.depth);
  write_bounds(json, "cost", single(tile.cost));
  write_tile_bounds(json, tile);
  write_costs(json, "own", single(tile.own));
  write_inexact(json, selection, "own_certainty", single(tile.own));
  json.key("area").integer(tile.area);
  write_number(json, "calls", tile.calls);
  json.key("recursive").boolean(tile.is_recursive);
  write_number(
      json, "not_shown",
      tile.kind == TileKind::kCut ? std::optional(static_cast<int128>(tile.count)) : std::nullopt);
  write_texts(json, "lines", drawn.lines);
  json.key("lines_y").number(drawn.lines_y);
  write_texts(json, "facts", drawn.facts);
  json.key("color").string(drawn.color);
  write_place(json, drawn.place);
}

void write_head(JsonWriter& json, const CostMap& map, const MapStyle& how) {
  write_totals(json, map.selection, map.totals);
  json.key("group_by").string(to_string(map.selection.group_by));
  json.key("tiles_are").string(to_string(map.request.of));
  json.key("around").boolean(map.request.around.has_value()).key("exact_stacks");
  is_of_calls(map) ? json.boolean(map.is_exact) : json.null();
  json.key("merged_recursion").boolean(map.request.merge_recursion).newline();
  json.key("width").integer(how.pixels).key("height").integer(how.height);
  json.key("area").integer(map.total).key("rest").integer(map.rest);
  write_count(json, "squeezed", map.squeezed);
  write_count(json, "shown", map.tiles.size());
  json.newline();
}

}  // namespace

void write_map(JsonWriter& json, const CostMap& map, const MapStyle& how,
               const WriteTileIds& write_ids) {
  const MapPicture drawn = map_picture(map, {}, how);
  write_head(json, map, how);
  json.key("tiles").begin_array();
  for (size_t at = 0; at < map.tiles.size(); ++at) {
    json.newline().begin_object();
    if (write_ids) {
      write_ids(json, map.tiles[at]);
    }
    write_tile(json, map.selection, map.tiles[at], drawn.tiles[at]);
    json.end_object();
  }
  json.end_array().newline();
  write_titles(json, drawn.titles);
  write_texts(json, "notes", drawn.notes);
  write_contradictions(json, map.contradictions);
  write_where(json, map.selection, map.left_out);
}

void write_json(const CostMap& map, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.map/1", map.selection);
  write_map(json, map, {}, {});
  json.end_object().newline();
}

}  // namespace quern
