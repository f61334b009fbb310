// SPDX-License-Identifier: MIT
#include "quern/views/flame.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/column_costs.h"
#include "quern/views/columns.h"
#include "quern/views/tree_source.h"

namespace quern {

namespace {

int128 positive(const std::vector<Amount>& amounts) {
  return amounts.empty() ? int128{0} : std::max<int128>(0, lower_of(amounts.front()));
}

size_t least_of(size_t asked, size_t most) {
  return asked == 0 ? most : std::min(asked, most);
}

}  // namespace

Flame placed(Tree tree) {
  Flame answer{.tree = std::move(tree), .places = {}};
  const Tree& grown = answer.tree;
  if (!grown.path.empty()) {
    answer.total = positive(grown.path.back().inclusive);
  } else if (!grown.totals.empty()) {
    answer.total = std::max<int128>(0, grown.totals.front());
  }
  FlameCosts costs{.rows = {}, .hidden = positive(grown.hidden.inclusive), .total = answer.total};
  costs.rows.reserve(grown.rows.size());
  for (const TreeRow& row : grown.rows) {
    // Bottom-up, a row's inclusive cost is its callers' alone.
    costs.rows.push_back({.parent = row.parent,
                          .cost = positive(row.inclusive),
                          .kept = grown.request.bottom_up ? int128{0} : positive(row.self),
                          .hidden = positive(row.hidden.inclusive)});
  }
  FlameLayout layout = laid_out(costs);
  answer.places = std::move(layout.places);
  answer.small = layout.small;
  answer.rest = layout.rest;
  answer.squeezed = layout.squeezed;
  return answer;
}

Result<Flame> flame(const Profile& profile, const Selection& selection,
                    const FlameRequest& request) {
  if (selection.columns.size() > 1) {
    return failure(several_events("a flame graph is"));
  }
  const Result<TreeGround> ground = TreeGround::make(
      profile, selection,
      {.bottom_up = request.bottom_up, .merge_recursion = request.merge_recursion});
  if (!ground) {
    return failure(ground.error());
  }
  return flame(profile, *ground, selection, request);
}

Result<Flame> flame(const Profile& profile, const TreeGround& ground, const Selection& selection,
                    const FlameRequest& request) {
  Selection asked = selection;
  asked.limit = least_of(selection.limit, Flame::kMostFrames);
  Result<Tree> grown =
      tree(ground, asked,
           {.bottom_up = request.bottom_up,
            .heaviest_path = false,
            .depth = least_of(request.depth, Flame::kMostLevels),
            .least_share = request.least_share,
            .least_part = request.least_part == 0 ? UINT64_MAX : request.least_part,
            .merge_recursion = request.merge_recursion,
            .below = request.below});
  if (!grown) {
    return failure(grown.error());
  }
  if (selection.columns.empty()) {
    grown->rows.clear();  // nothing of them has a width
    grown->hidden = {};
  }
  const std::vector<EventSum> sums = shown_sums(selection);
  Flame answer = placed(std::move(*grown));
  answer.is_peak = !sums.empty() && combine_of(profile, sums.front()) == Combine::kMax;
  return answer;
}

}  // namespace quern
