// SPDX-License-Identifier: MIT
#include "quern/compare/trees/diff_flame.h"

#include <algorithm>
#include <utility>

#include "quern/compare/lists/diff_rows.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

namespace {

int128 drawn_cost_of(const std::optional<DiffSide>& side) {
  return side ? drawn_cost(side->inclusive) : int128{0};
}

DiffCostPair costs_of(const DiffTreeRow& row) {
  return {drawn_cost_of(row.old_side), drawn_cost_of(row.new_side)};
}

DiffCostPair costs_of(const HiddenChanges& hidden) {
  return {drawn_cost(hidden.old_inclusive), drawn_cost(hidden.new_inclusive)};
}

DiffCostPair totals_of(const DiffTree& tree) {
  return tree.old_whole.empty()
             ? DiffCostPair{}
             : DiffCostPair{lower_of(tree.old_whole.front()), lower_of(tree.new_whole.front())};
}

/// Widths of one side.
FlameCosts costs_of_side(const DiffTree& tree, int128 DiffCostPair::* side) {
  FlameCosts costs{.rows = {},
                   .hidden = costs_of(tree.hidden).*side,
                   .total = std::max<int128>(0, totals_of(tree).*side)};
  for (const DiffTreeRow& row : tree.rows) {
    const std::optional<DiffSide>& own = side == &DiffCostPair::was ? row.old_side : row.new_side;
    costs.rows.push_back(
        {.parent = row.parent,
         .cost = costs_of(row).*side,
         .kept = own && !tree.request.bottom_up ? drawn_cost(own->self) : int128{0},
         .hidden = costs_of(row.hidden).*side});
  }
  return costs;
}

/// Of each frame what is no child's counts on the side where it is more, so that widths add up.
FlameCosts costs_of_both(const DiffTree& tree) {
  const std::vector<DiffCostPair> kept = kept_costs(tree);
  const auto without = [&](size_t at, const HiddenChanges& hidden) {
    DiffCostPair own = kept[at];
    own -= costs_of(hidden);
    return own.larger();
  };
  FlameCosts costs{.rows = {}, .hidden = costs_of(tree.hidden).larger(), .total = 0};
  for (size_t at = 0; at < tree.rows.size(); ++at) {
    const HiddenChanges& below = tree.rows[at].hidden;
    const int128 hidden = costs_of(below).larger();
    const int128 own = without(at, below);
    costs.rows.push_back(
        {.parent = tree.rows[at].parent, .cost = own + hidden, .kept = own, .hidden = hidden});
  }
  costs.total = without(tree.rows.size(), tree.hidden) + costs.hidden;
  for (size_t at = costs.rows.size(); at-- > 0;) {
    const FlameCosts::Row& row = costs.rows[at];
    (row.parent ? costs.rows[*row.parent].cost : costs.total) += row.cost;
  }
  return costs;
}

FlameCosts widths_of(const DiffTree& tree, DiffWidths widths) {
  switch (widths) {
    case DiffWidths::kOld:
      return costs_of_side(tree, &DiffCostPair::was);
    case DiffWidths::kNew:
      return costs_of_side(tree, &DiffCostPair::is);
    default:
      return costs_of_both(tree);
  }
}

DiffWeight weight_of(DiffWidths widths) {
  return widths == DiffWidths::kOld   ? DiffWeight::kOld
         : widths == DiffWidths::kNew ? DiffWeight::kNew
                                      : DiffWeight::kBoth;
}

DiffRuns with_limit(DiffRuns runs) {
  for (DiffRun* const run : runs.all()) {
    run->selection.limit = Flame::frames(run->selection.limit);
  }
  return runs;
}

}  // namespace

std::vector<DiffCostPair> kept_costs(const DiffTree& tree) {
  std::vector<DiffCostPair> kept;
  kept.reserve(tree.rows.size() + 1);
  DiffCostPair rest = totals_of(tree);
  for (const DiffTreeRow& row : tree.rows) {
    const DiffCostPair costs = costs_of(row);
    (row.parent ? kept[*row.parent] : rest) -= costs;
    kept.push_back(costs);
  }
  kept.push_back(rest);
  return kept;
}

std::string_view to_string(DiffWidths widths) {
  return widths == DiffWidths::kOld ? "old" : widths == DiffWidths::kNew ? "new" : "both";
}

Result<DiffFlame> diff_flame_around(const DiffRuns& runs, DiffFlameRequest request,
                                    std::string_view wanted) {
  if (runs.selection().columns.size() > 1) {
    return failure(several_events("a flame graph shows"));
  }
  const Result<uint32_t> node = find_node(compared(runs)->costs, wanted);
  if (!node) {
    return failure(node.error());
  }
  request.shape.around = *node;
  return diff_flame(runs, request);
}

Result<DiffFlame> diff_flame(const DiffRuns& runs, const DiffFlameRequest& request) {
  if (runs.selection().columns.size() > 1) {
    return failure(several_events("a flame graph shows"));
  }
  const FlameRequest shape = drawn(request.shape);
  Result<DiffTree> grown = diff_tree(with_limit(runs), {.bottom_up = shape.bottom_up,
                                                        .heaviest_path = false,
                                                        .merge_recursion = shape.merge_recursion,
                                                        .unchanged = true,
                                                        .depth = shape.depth,
                                                        .least_share = shape.least_share,
                                                        .least_part = shape.least_part,
                                                        .weight = weight_of(request.widths),
                                                        .around = shape.around});
  if (!grown) {
    return failure(grown.error());
  }
  const DiffRun& run = runs.new_runs.front();
  FlameLayout layout = laid_out(widths_of(*grown, request.widths));
  return DiffFlame{std::move(layout), std::move(*grown), request.widths,
                   holds_peaks(*run.profile, run.selection)};
}

}  // namespace quern
