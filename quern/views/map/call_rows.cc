// SPDX-License-Identifier: MIT
//
// Tiles of calls are the frames of a flame graph, drawn as nested rectangles: both have the same
// costs, cuts and bounds, as they come from the same answer.
#include "quern/views/map/call_rows.h"

#include <utility>

#include "quern/views/map/map_rows.h"
#include "quern/views/trees/flame.h"

namespace quern {

namespace {

Amount only(const std::vector<Amount>& amounts) {
  return amounts.empty() ? Amount(Exact{0}) : amounts.front();
}

CutTiles cut_of(const HiddenBranches& hidden) {
  return {.count = hidden.count, .cost = only(hidden.inclusive)};
}

MapRow row_of(const TreeRow& row, bool bottom_up) {
  MapRow answer{.parent = row.parent,
                .depth = row.depth,
                .children = row.children,
                .hidden = cut_of(row.hidden)};
  answer.tile = {.kind = TileKind::kFunction,
                 .name = row.name,
                 .node = row.node,
                 .cost = only(row.inclusive),
                 .is_recursive = row.is_recursive};
  if (!bottom_up) {  // else self costs of the row are parts of its callers'
    answer.own = only(row.self);
  }
  if (!row.bounds.empty()) {
    answer.tile.bounds = row.bounds.front();
  }
  if (row.calls) {
    answer.tile.calls = Exact{*row.calls};
  }
  return answer;
}

}  // namespace

Result<void> add_calls(const Profile& profile, CostMap& map) {
  const MapRequest& request = map.request;
  Selection asked = map.selection;
  asked.limit = request.most_tiles;
  Result<Flame> grown = flame(profile, asked,
                              {.bottom_up = request.of == MapOf::kCallers,
                               .merge_recursion = request.merge_recursion,
                               .depth = request.depth,
                               .least_share = request.least_share,
                               .least_part = request.least_part,
                               .around = request.around});
  if (!grown) {
    return failure(grown.error());
  }
  Tree& tree = grown->tree;
  MapRows rows{.hidden = cut_of(tree.hidden)};
  rows.rows.reserve(tree.rows.size());
  for (const TreeRow& row : tree.rows) {
    rows.rows.push_back(row_of(row, tree.request.bottom_up));
  }
  map.left_out = tree.left_out;
  map.is_exact = tree.is_exact;
  map.has_calls = tree.has_calls;
  map.contradictions = std::move(tree.contradictions);
  map.grouping = std::move(tree.grouping);
  add_tiles(std::move(rows), *grown, map);
  return {};
}

}  // namespace quern
