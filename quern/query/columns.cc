// SPDX-License-Identifier: MIT
#include "quern/query/columns.h"

namespace quern {

std::vector<EventSum> shown_sums(const Selection& selection) {
  std::vector<EventSum> sums = column_sums(selection);
  sums.resize(selection.columns.size());
  return sums;
}

std::vector<EventSum> column_sums(const Selection& selection) {
  std::vector<EventSum> sums;
  sums.reserve(selection.columns.size() + selection.beside.size());
  for (const auto* columns : {&selection.columns, &selection.beside}) {
    for (const Column& column : *columns) {
      sums.push_back(column.sum);
    }
  }
  return sums;
}

std::vector<Amount> total_amounts(const Selection& selection, std::span<const int128> totals) {
  return by_column(selection, [&](size_t column) {
    return amount_of(totals[column], selection.has_estimated_totals);
  });
}

}  // namespace quern
