// SPDX-License-Identifier: MIT
//
// A flame graph is a tree with places. Growing is limited by the number of frames and by the least
// width that can be seen, so the cost follows the picture's size and not the tree's, which can be
// endless for a call graph.
#include "quern/views/trees/flame.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/costs/column_costs.h"
#include "quern/query/columns.h"
#include "quern/views/lists/find_node.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

bool holds_peaks(const Profile& profile, const Selection& selection) {
  const std::vector<EventSum> sums = shown_sums(selection);
  return !sums.empty() && combine_of(profile, sums.front()) == Combine::kMax;
}

FlameRequest drawn(FlameRequest request) {
  request.heaviest_path = false;
  request.depth = Flame::levels(request.depth);
  request.least_part = request.least_part == 0 ? UINT64_MAX : request.least_part;
  return request;
}

Flame placed(Tree tree) {
  FlameCosts costs{.rows = {}, .hidden = drawn_cost(tree.hidden.inclusive), .total = 0};
  if (tree.request.around) {
    costs.total = tree.rows.empty() ? int128{0} : drawn_cost(tree.rows.front().inclusive);
  } else if (!tree.path.empty()) {
    costs.total = drawn_cost(tree.path.back().inclusive);
  } else if (!tree.totals.empty()) {
    costs.total = std::max<int128>(0, tree.totals.front());
  }
  costs.rows.reserve(tree.rows.size());
  for (const TreeRow& row : tree.rows) {
    // Bottom-up, a row's inclusive cost is its callers' alone.
    costs.rows.push_back({.parent = row.parent,
                          .cost = drawn_cost(row.inclusive),
                          .kept = tree.request.bottom_up ? int128{0} : drawn_cost(row.self),
                          .hidden = drawn_cost(row.hidden.inclusive)});
  }
  return {laid_out(costs), std::move(tree), false};
}

Result<Flame> flame(const Profile& profile, const Selection& selection,
                    const FlameRequest& request) {
  if (selection.columns.size() > 1) {
    return failure(several_events("a flame graph shows"));
  }
  const Result<TreeGround> ground = TreeGround::make(profile, selection, request);
  if (!ground) {
    return failure(ground.error());
  }
  return flame(profile, *ground, selection, request);
}

Result<Flame> flame_around(const Profile& profile, const Selection& selection, FlameRequest request,
                           std::string_view wanted) {
  if (selection.columns.size() > 1) {
    return failure(several_events("a flame graph shows"));
  }
  const Result<uint32_t> node =
      find_node(NodeCosts(profile, selection, NodeCosts::Edges::kNone), selection, wanted);
  if (!node) {
    return failure(node.error());
  }
  request.around = *node;
  return flame(profile, selection, request);
}

Result<Flame> flame(const Profile& profile, const TreeGround& ground, const Selection& selection,
                    const FlameRequest& request) {
  Selection asked = selection;
  asked.limit = Flame::frames(selection.limit);
  Result<Tree> grown = tree(ground, asked, drawn(request));
  if (!grown) {
    return failure(grown.error());
  }
  Flame answer = placed(std::move(*grown));
  answer.is_peak = holds_peaks(profile, selection);
  return answer;
}

}  // namespace quern
