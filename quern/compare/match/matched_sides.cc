// SPDX-License-Identifier: MIT
#include "quern/compare/match/matched_sides.h"

#include <utility>

#include "quern/base/median.h"
#include "quern/query/columns.h"

namespace quern {

namespace {

/// An answer is of all runs: it marks estimates where any of them has some, and is incomplete where
/// any of them is.
DiffRuns marked_alike(DiffRuns runs) {
  Completeness complete = runs.old_runs.front().selection.completeness;
  bool has_estimates = false;
  for (const DiffRun* const run : runs.all()) {
    complete = complete.with(run->selection.completeness);
    has_estimates = has_estimates || run->selection.has_estimates;
  }
  for (DiffRun* const run : runs.all()) {
    run->selection.has_estimates = has_estimates;
    run->selection.completeness = complete;
  }
  return runs;
}

}  // namespace

MatchedSides::MatchedSides(DiffRuns asked) : runs(marked_alike(std::move(asked))), nodes(runs) {}

std::shared_ptr<const MatchedCosts> compared(DiffRuns runs, GroupBy by) {
  for (DiffRun* const run : runs.all()) {
    run->selection.group_by = by;
  }
  return compared(runs);
}

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
