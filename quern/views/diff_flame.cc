// SPDX-License-Identifier: MIT
#include "quern/views/diff_flame.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/column_costs.h"
#include "quern/views/columns.h"
#include "quern/views/tree_source.h"

namespace quern {

namespace {

int128 leading_cost(const std::vector<Amount>& amounts) {
  return amounts.empty() ? int128{0} : std::max<int128>(0, lower_of(amounts.front()));
}

int128 leading_cost(const std::optional<DiffSide>& side) {
  return side ? leading_cost(side->inclusive) : int128{0};
}

/// What a frame costs on either side.
struct TwoCosts {
  int128 was = 0;
  int128 is = 0;
  TwoCosts& operator-=(const TwoCosts& other) {
    was -= other.was;
    is -= other.is;
    return *this;
  }
  [[nodiscard]] int128 larger() const { return std::max({int128{0}, was, is}); }
};

TwoCosts costs_of(const DiffTreeRow& row) {
  return {leading_cost(row.old_side), leading_cost(row.new_side)};
}

TwoCosts costs_of(const HiddenChanges& hidden) {
  return {leading_cost(hidden.old_inclusive), leading_cost(hidden.new_inclusive)};
}

TwoCosts totals_of(const DiffTree& tree) {
  return tree.old_totals.empty() ? TwoCosts{}
                                 : TwoCosts{tree.old_totals.front(), tree.new_totals.front()};
}

/// Widths of one side.
FlameCosts costs_of_side(const DiffTree& tree, int128 TwoCosts::* side) {
  FlameCosts costs{.rows = {},
                   .hidden = costs_of(tree.hidden).*side,
                   .total = std::max<int128>(0, totals_of(tree).*side)};
  for (const DiffTreeRow& row : tree.rows) {
    const std::optional<DiffSide>& own = side == &TwoCosts::was ? row.old_side : row.new_side;
    costs.rows.push_back(
        {.parent = row.parent,
         .cost = costs_of(row).*side,
         .kept = own && !tree.request.bottom_up ? leading_cost(own->self) : int128{0},
         .hidden = costs_of(row.hidden).*side});
  }
  return costs;
}

/// Of each frame what is no child's counts on the side where it is more, so that widths add up.
FlameCosts costs_of_both(const DiffTree& tree) {
  std::vector<TwoCosts> own;
  TwoCosts rest = totals_of(tree);
  rest -= costs_of(tree.hidden);
  for (const DiffTreeRow& row : tree.rows) {
    TwoCosts& kept = own.emplace_back(costs_of(row));
    kept -= costs_of(row.hidden);
    (row.parent ? own[*row.parent] : rest) -= costs_of(row);
  }
  FlameCosts costs{.rows = {}, .hidden = costs_of(tree.hidden).larger(), .total = 0};
  for (size_t at = 0; at < tree.rows.size(); ++at) {
    const int128 hidden = costs_of(tree.rows[at].hidden).larger();
    costs.rows.push_back({.parent = tree.rows[at].parent,
                          .cost = own[at].larger() + hidden,
                          .kept = own[at].larger(),
                          .hidden = hidden});
  }
  costs.total = rest.larger() + costs.hidden;
  for (size_t at = costs.rows.size(); at-- > 0;) {
    const FlameCosts::Row& row = costs.rows[at];
    (row.parent ? costs.rows[*row.parent].cost : costs.total) += row.cost;
  }
  return costs;
}

FlameCosts widths_of(const DiffTree& tree, DiffWidths widths) {
  switch (widths) {
    case DiffWidths::kOld:
      return costs_of_side(tree, &TwoCosts::was);
    case DiffWidths::kNew:
      return costs_of_side(tree, &TwoCosts::is);
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
  for (auto* side : {&runs.old_runs, &runs.new_runs}) {
    for (DiffRun& run : *side) {
      const size_t asked = run.selection.limit;
      run.selection.limit = asked == 0 ? Flame::kMostFrames : std::min(asked, Flame::kMostFrames);
    }
  }
  return runs;
}

bool holds_peaks(const DiffRun& run) {
  const std::vector<EventSum> sums = shown_sums(run.selection);
  return !sums.empty() && combine_of(*run.profile, sums.front()) == Combine::kMax;
}

}  // namespace

std::string_view to_string(DiffWidths widths) {
  return widths == DiffWidths::kOld ? "old" : widths == DiffWidths::kNew ? "new" : "both";
}

Result<DiffFlame> diff_flame(const DiffRuns& runs, const DiffFlameRequest& request) {
  if (runs.selection().columns.size() > 1) {
    return failure(several_events("a flame graph is"));
  }
  const FlameRequest& shape = request.shape;
  Result<DiffTree> grown = diff_tree(
      with_limit(runs),
      {.bottom_up = shape.bottom_up,
       .heaviest_path = false,
       .merge_recursion = shape.merge_recursion,
       .unchanged = true,
       .depth = shape.depth == 0 ? Flame::kMostLevels : std::min(shape.depth, Flame::kMostLevels),
       .least_share = shape.least_share,
       .least_part = shape.least_part == 0 ? UINT64_MAX : shape.least_part,
       .weight = weight_of(request.widths)});
  if (!grown) {
    return failure(grown.error());
  }
  DiffFlame answer;
  answer.tree = std::move(*grown);
  if (runs.selection().columns.empty()) {
    answer.tree.rows.clear();  // nothing of them has a width
    answer.tree.hidden = {};
  }
  answer.widths = request.widths;
  const FlameCosts costs = widths_of(answer.tree, request.widths);
  answer.total = costs.total;
  FlameLayout layout = laid_out(costs);
  answer.places = std::move(layout.places);
  answer.small = layout.small;
  answer.rest = layout.rest;
  answer.squeezed = layout.squeezed;
  answer.is_peak = holds_peaks(runs.new_runs.front());
  return answer;
}

}  // namespace quern
