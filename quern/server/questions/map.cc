// SPDX-License-Identifier: MIT
//
// The treemap, with places.
#include "quern/output/answers/map.h"

#include <algorithm>
#include <array>

#include "quern/output/json/json_map.h"
#include "quern/server/questions/exporting.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"
#include "quern/views/map/cost_map.h"

namespace quern::server {

namespace {

MapOf asked_tiles(QueryParameters& parameters) {
  constexpr auto kWords =
      std::to_array<std::string_view>({"callees", "callers", "source", "object", "parts"});
  const std::string_view word = parameters.word("by", kWords);
  return static_cast<MapOf>(std::ranges::find(kWords, word) - kWords.begin());
}

MapStyle asked_size(QueryParameters& parameters) {
  constexpr uint64_t kLeast = 100;
  constexpr uint64_t kMost = 8192;
  MapStyle how;
  how.pixels = static_cast<uint32_t>(parameters.number("w", kLeast, kMost, how.pixels));
  how.height = static_cast<uint32_t>(
      parameters.number("h", kLeast, kMost, MapStyle::usual_height(how.pixels)));
  return how;
}

Asked<MapRequest> asked_map(const Question& question, GroupBy by) {
  QueryParameters& parameters = *question.parameters;
  MapRequest request;
  request.of = asked_tiles(parameters);
  request.merge_recursion = parameters.flag("merge_recursion");
  request.depth = parameters.number("depth", 0, 1000, 0);
  request.least_share = static_cast<uint32_t>(parameters.number("min", 0, 10'000, 0));
  request.least_part = parameters.flag("small") ? 0 : asked_size(parameters).least_part();
  request.most_tiles = parameters.number("tiles", 1, MapRequest::kMostTiles, kUsualTiles);
  const bool shows_calls = request.of == MapOf::kCallees || request.of == MapOf::kCallers;
  if (!shows_calls) {
    parameters.refuse_any_of({"of", "group", "merge_recursion"},
                             "it is only for by=callees and by=callers");
  }
  if (shows_calls && parameters.has("of")) {
    const Nodes nodes(question.served->profile(), by);
    const Asked<uint32_t> node = asked_node(*question.served, nodes, parameters.text("of"));
    if (!node) {
      return std::unexpected(node.error());
    }
    request.around = *node;
  }
  return request;
}

Asked<CostMap> answered_map(const Question& question, const Selection& selection) {
  const Asked<MapRequest> request = asked_map(question, selection.group_by);
  if (const auto wanted = check_wanted(question); !wanted || !request) {
    return std::unexpected(wanted ? request.error() : wanted.error());
  }
  Result<CostMap> map = cost_map(question.served->profile(), selection, *request);
  if (!map) {
    return std::unexpected(no_answer(map.error()));
  }
  return *std::move(map);
}

/// Of functions both ids, of files and lines that of the file; null where a tile has none. Tiles of
/// parts have that of the part.
void write_tile_ids(JsonWriter& json, const Question& question, const MapTile& tile) {
  if (tile.kind == TileKind::kFunction && tile.node) {
    write_ids(json, *question.served, question.selection->group_by, *tile.node, tile.name);
    return;
  }
  json.key("id").null();
  const bool is_of_a_file = tile.kind == TileKind::kFile || tile.kind == TileKind::kLine;
  write_file_id(json, is_of_a_file ? tile.name : RowName{});
  if (tile.kind == TileKind::kPart || tile.kind == TileKind::kThread ||
      tile.kind == TileKind::kProcess) {
    write_number(json, "part", tile.node ? std::optional<int128>(*tile.node) : std::nullopt);
  }
}

}  // namespace

Answer answer_map(Question& question) {
  const Asked<CostMap> map = answered_map(question, *question.selection);
  if (!map) {
    return std::unexpected(map.error());
  }
  return json_answer([&](JsonWriter& json) {
    begin_document(json, "quern.map/1", map->selection);
    write_map(json, *map, asked_size(*question.parameters),
              [&](JsonWriter& to, const MapTile& tile) { write_tile_ids(to, question, tile); });
  });
}

Asked<std::string> exported_map(const Question& question, const Selection& selection,
                                std::string_view form) {
  const Asked<CostMap> map = answered_map(question, selection);
  if (!map) {
    return std::unexpected(map.error());
  }
  StringSink sink;
  if (const std::optional<MapForm> drawn = parse_map_form(form)) {
    render_drawn(*map, *drawn, export_style(form), asked_size(*question.parameters), sink);
  } else {
    render(*map, export_style(form), sink);
  }
  return std::move(sink.text());
}

}  // namespace quern::server
