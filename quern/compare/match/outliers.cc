// SPDX-License-Identifier: MIT
#include "quern/compare/match/outliers.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/events/fraction.h"
#include "quern/base/median.h"
#include "quern/query/columns.h"

namespace quern {

std::vector<bool> outliers(std::span<const int128> totals) {
  constexpr size_t kFewest = 4;
  // 3.5 * 1.4826, in thousandths: whole numbers decide alike everywhere.
  constexpr int128 kThousandths = 5189;
  std::vector<bool> found(totals.size(), false);
  if (totals.size() < kFewest) {
    return found;
  }
  const int128 median = lower_median(std::vector<int128>(totals.begin(), totals.end()));
  std::vector<int128> distances;
  for (const int128 total : totals) {
    distances.push_back(absolute(total - median));
  }
  const int128 usual = lower_median(distances);
  for (size_t at = 0; at < totals.size(); ++at) {
    found[at] = compare_products(distances[at], 1000, usual, kThousandths) > 0;
  }
  return found;
}

std::vector<DiffRun> take_outliers(std::vector<DiffRun>& runs) {
  std::vector<int128> sums;
  for (const DiffRun& run : runs) {
    const std::vector<int128> all =
        totals(*run.profile, run.selection.parts, column_sums(run.selection));
    sums.push_back(run.selection.sort_column < all.size() ? all[run.selection.sort_column] : 0);
  }
  const std::vector<bool> is_out = outliers(sums);
  std::vector<DiffRun> kept;
  std::vector<DiffRun> taken;
  for (size_t at = 0; at < runs.size(); ++at) {
    (is_out[at] ? taken : kept).push_back(std::move(runs[at]));
  }
  runs = std::move(kept);
  return taken;
}

}  // namespace quern
