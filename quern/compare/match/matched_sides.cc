// SPDX-License-Identifier: MIT
#include "quern/compare/match/matched_sides.h"

#include <algorithm>
#include <array>
#include <utility>

#include "quern/base/median.h"
#include "quern/query/columns.h"

namespace quern {

namespace {

/// An answer is of all runs: it marks estimates where any of them has some, and is incomplete where
/// any of them is.
DiffRuns marked_alike(DiffRuns runs) {
  Completeness all = runs.old_runs.front().selection.completeness;
  const auto has_estimates = [](const DiffRun& run) { return run.selection.has_estimates; };
  const bool any = std::ranges::any_of(runs.old_runs, has_estimates) ||
                   std::ranges::any_of(runs.new_runs, has_estimates);
  const std::array sides = {&runs.old_runs, &runs.new_runs};
  for (const std::vector<DiffRun>* side : sides) {
    for (const DiffRun& run : *side) {
      all = all.with(run.selection.completeness);
    }
  }
  for (std::vector<DiffRun>* side : sides) {
    for (DiffRun& run : *side) {
      run.selection.has_estimates = any;
      run.selection.completeness = all;
    }
  }
  return runs;
}

}  // namespace

MatchedSides::MatchedSides(DiffRuns asked) : runs(marked_alike(std::move(asked))), nodes(runs) {}

std::vector<Amount> median_totals(const std::vector<DiffRun>& runs) {
  std::vector<std::vector<int128>> by_column;
  for (const DiffRun& run : runs) {
    const std::vector<int128> sums =
        totals(*run.profile, run.selection.parts, column_sums(run.selection));
    by_column.resize(sums.size());
    for (size_t column = 0; column < sums.size(); ++column) {
      by_column[column].push_back(sums[column]);
    }
  }
  const bool are_estimates = has_estimated_totals(runs);
  std::vector<Amount> medians;
  for (std::vector<int128>& values : by_column) {
    medians.push_back(amount_of(lower_median(std::move(values)), are_estimates));
  }
  return medians;
}

}  // namespace quern
