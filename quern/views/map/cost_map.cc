// SPDX-License-Identifier: MIT
//
// One entrance for all kinds of maps. Each kind makes rows of a tree; tiles, areas and what is cut
// are worked out alike for all (map_rows.cc).
#include "quern/views/map/cost_map.h"

#include <algorithm>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/query/columns.h"
#include "quern/views/lists/find_node.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/map/call_rows.h"
#include "quern/views/map/part_places.h"
#include "quern/views/map/source_places.h"
#include "quern/views/trees/flame.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

/// Which tree depends on what tiles are of; everything behind that is common.
Result<CostMap> cost_map(const Profile& profile, const Selection& selection,
                         const MapRequest& request) {
  if (selection.columns.size() > 1) {
    return failure(several_events("a map shows"));
  }
  CostMap map{.selection = selection, .request = request};
  size_t& most = map.request.most_tiles;
  most = most == 0 ? MapRequest::kMostTiles : std::min(most, MapRequest::kMostTiles);
  map.totals = total_amounts(selection, totals(profile, selection.parts, column_sums(selection)));
  map.is_peak = holds_peaks(profile, selection);
  switch (request.of) {
    case MapOf::kCallees:
    case MapOf::kCallers:
      if (const Result<void> added = add_calls(profile, map); !added) {
        return failure(added.error());
      }
      break;
    case MapOf::kSource:
    case MapOf::kObject:
      add_sources(profile, map);
      break;
    case MapOf::kParts:
      add_parts(profile, map);
      break;
  }
  return map;
}

Result<CostMap> cost_map_around(const Profile& profile, const Selection& selection,
                                MapRequest request, std::string_view wanted) {
  if (selection.columns.size() > 1) {
    return failure(several_events("a map shows"));
  }
  const Result<uint32_t> node =
      find_node(NodeCosts(profile, selection, NodeCosts::Edges::kNone), selection, wanted);
  if (!node) {
    return failure(node.error());
  }
  request.around = *node;
  return cost_map(profile, selection, request);
}

}  // namespace quern
