// SPDX-License-Identifier: MIT
#include "quern/views/columns.h"

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

}  // namespace quern
