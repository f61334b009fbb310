// SPDX-License-Identifier: MIT
#include "quern/output/map/map_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "quern/base/text.h"
#include "quern/output/answers/map.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/diagnostic_text.h"
#include "quern/output/text/flame_words.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

bool has_certainty(const CostMap& map, Certainty certainty) {
  return std::ranges::any_of(
      map.tiles, [certainty](const MapTile& tile) { return certainty_of(tile.cost) == certainty; });
}

/// "3 tiles are too small or too deep, 5 do not match the query: 1,234 Ir in all".
void add_cut_tiles(std::vector<std::string>& notes, const CostMap& map) {
  size_t count = 0;
  int128 cost = 0;
  for (const MapTile& tile : map.tiles) {
    if (tile.kind == TileKind::kCut) {
      count += tile.count;
      cost += tile.area;
    }
  }
  const size_t small = count - std::min(count, map.left_out);
  std::string words;
  if (small != 0) {
    words = fmt::format("{} {} too small or too deep", counted(small, "tile"),
                        small == 1 ? "is" : "are");
  }
  if (map.left_out != 0) {
    words += words.empty() ? counted(map.left_out, "tile")
                           : ", " + grouped(static_cast<int128>(map.left_out));
    words += map.left_out == 1 ? " does not match the query" : " do not match the query";
  }
  if (!words.empty()) {
    notes.push_back(fmt::format("{}: {} in all", words,
                                cost_phrase(map.selection.columns.front().event, cost)));
  }
}

/// What tiles of calls are not exact about.
void add_estimates(std::vector<std::string>& notes, const CostMap& map) {
  if (has_certainty(map, Certainty::kEstimated)) {
    notes.emplace_back(
        is_of_calls(map)
            ? "estimated tiles are hatched or marked ~: the profile records calls, not whole "
              "stacks; below a function with several callers, costs are split in proportion"
            : "estimated tiles are hatched or marked ~");
    if (std::ranges::any_of(map.tiles, [](const MapTile& tile) {
          return tile.bounds && certainty_of(tile.cost) != Certainty::kExact;
        })) {
      notes.back() += ", and the true cost is within the bounds shown";
    }
  }
  if (has_certainty(map, Certainty::kBounded)) {
    notes.emplace_back("≥ marks a lower bound: the function is on a cycle of calls");
  }
}

std::string why_no_tiles(const CostMap& map) {
  return map.left_out != 0 ? "nothing is drawn: no tile matches the query"
                           : "nothing is drawn: no tile is large enough";
}

}  // namespace

std::string_view to_string(MapOf of) {
  constexpr std::array<std::string_view, 5> kWords = {"callees", "callers", "source", "object",
                                                      "parts"};
  return kWords[static_cast<size_t>(of)];
}

std::string_view to_string(TileKind kind) {
  constexpr std::array<std::string_view, 10> kWords = {
      "function", "folder", "file", "object", "line", "process", "thread", "part", "self", "cut"};
  return kWords[static_cast<size_t>(kind)];
}

bool is_of_calls(const CostMap& map) {
  return map.request.of == MapOf::kCallees || map.request.of == MapOf::kCallers;
}

std::string tile_name(const CostMap& map, size_t at) {
  const MapTile& tile = map.tiles[at];
  if (tile.kind == TileKind::kCut) {
    return grouped(static_cast<int128>(tile.count)) + " more";
  }
  if (tile.kind == TileKind::kSelf) {
    return map.request.of == MapOf::kCallees   ? "self"
           : map.request.of == MapOf::kCallers ? "no caller"
                                               : "other costs";
  }
  return tile.name.name.empty() ? "???" : printable(tile.name.name);
}

bool has_tiles(const CostMap& map, size_t at) {
  return at + 1 < map.tiles.size() && map.tiles[at + 1].parent == at;
}

std::string map_title(const CostMap& map) {
  if (map.request.around && !map.tiles.empty()) {
    const std::string name = printable(map.tiles.front().name.name);
    return map.request.of == MapOf::kCallers ? "Treemap of the callers of " + name
                                             : fmt::format("Treemap of {} and its callees", name);
  }
  constexpr std::array<std::string_view, 5> kTitles = {"Treemap of calls", "Treemap of callers",
                                                       "Treemap of source files",
                                                       "Treemap of objects", "Treemap of parts"};
  return std::string(kTitles[static_cast<size_t>(map.request.of)]);
}

Head map_head(const CostMap& map) {
  Head head;
  head.what = map_title(map);
  if (!map.selection.columns.empty()) {
    const Event& event = map.selection.columns.front().event;
    if (map.request.around && !map.tiles.empty()) {
      const Amount& cost = map.tiles.front().cost;
      head.base = fmt::format("{} inclusive, {} % of the total", cost_phrase(event, cost),
                              percent_text(cost, map.totals.front()));
    } else {
      head.base = in_total(event, map.totals.front());
    }
  }
  if (is_of_calls(map)) {
    head.notes.emplace_back(branches_phrase(map.is_exact, map.has_calls));
  }
  if (map.request.merge_recursion) {
    head.notes.emplace_back("recursion merged");
  }
  add_where(head.notes, map.selection);
  add_scope(head.notes, map.selection);
  return head;
}

std::vector<std::string> map_notes(const CostMap& map) {
  if (map.selection.columns.empty()) {
    return {"the profile has no events: nothing is drawn"};
  }
  std::vector<std::string> notes;
  if (map.total <= 0) {
    notes.emplace_back("the total is not above 0: nothing is drawn");
  } else if (map.tiles.empty()) {
    notes.push_back(why_no_tiles(map));
  }
  add_estimates(notes, map);
  add_cut_tiles(notes, map);
  if (map.rest > 0) {
    notes.push_back(fmt::format("{} of the total {} on no tile",
                                cost_phrase(map.selection.columns.front().event, map.rest),
                                map.rest == 1 ? "is" : "are"));
  }
  if (map.is_peak) {
    notes.emplace_back("the event records peaks, which do not add up: areas are in proportion");
  } else if (map.squeezed != 0) {
    notes.push_back(
        fmt::format("{}: the tiles within cost more than the tile and are drawn smaller",
                    counted(map.squeezed, "tile")));
  }
  std::ranges::move(phrases(map.contradictions), std::back_inserter(notes));
  return notes;
}

}  // namespace quern
