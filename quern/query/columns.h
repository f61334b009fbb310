// SPDX-License-Identifier: MIT
//
// The columns of a selection as sums of events, which is what analysis takes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "quern/analysis/events/event_sum.h"
#include "quern/model/records/amount.h"
#include "quern/query/selection.h"

namespace quern {

/// All columns, then those beside.
[[nodiscard]] std::vector<EventSum> column_sums(const Selection& selection);
/// Those that are shown.
[[nodiscard]] std::vector<EventSum> shown_sums(const Selection& selection);
/// The totals of the columns that are shown, with their mark.
[[nodiscard]] std::vector<Amount> total_amounts(const Selection& selection,
                                                std::span<const int128> totals);

/// What `cost(column)` is, an Amount, of each column that is shown.
template <class Cost>
[[nodiscard]] std::vector<Amount> by_column(const Selection& selection, const Cost& cost) {
  std::vector<Amount> amounts;
  amounts.reserve(selection.columns.size());
  for (size_t column = 0; column < selection.columns.size(); ++column) {
    amounts.push_back(cost(column));
  }
  return amounts;
}

}  // namespace quern
