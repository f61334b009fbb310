// SPDX-License-Identifier: MIT
#include "quern/views/comparison.h"

#include <utility>

#include "quern/views/columns.h"
#include "quern/views/median.h"

namespace quern {

std::vector<int128> median_totals(const std::vector<DiffRun>& runs) {
  std::vector<std::vector<int128>> by_column;
  for (const DiffRun& run : runs) {
    const std::vector<int128> sums =
        totals(*run.profile, run.selection.parts, column_sums(run.selection));
    by_column.resize(sums.size());
    for (size_t column = 0; column < sums.size(); ++column) {
      by_column[column].push_back(sums[column]);
    }
  }
  std::vector<int128> medians;
  for (std::vector<int128>& values : by_column) {
    medians.push_back(lower_median(std::move(values)));
  }
  return medians;
}

}  // namespace quern
