// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff_list.h"

#include <algorithm>

#include "quern/query/query.h"

namespace quern {

bool RankedChanges::fits(const QueryRow& row) {
  const bool fits = !selection().where.query || selection().where.query->fits(row);
  left_out += fits ? 0U : 1U;
  return fits;
}

void RankedChanges::limit_rows() {
  const DiffCosts& costs = sides->costs;
  const size_t column = selection().sort_column;
  const bool has_column = column < costs.column_count();
  if (filter.least_change && (has_column || !filter.least_change->is_percent)) {
    const int128 total = has_column ? lower_of(costs.totals(Version::kOld)[column]) : 0;
    below = static_cast<size_t>(std::ranges::count_if(
        order, [&](uint32_t row) { return !filter.least_change->allows(sizes[row], total); }));
  }
  shown = within_limit(selection().limit, order.size() - below);
}

}  // namespace quern
