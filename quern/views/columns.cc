// SPDX-License-Identifier: MIT
#include "quern/views/columns.h"

namespace quern {

std::vector<EventSum> column_sums(const Selection& selection) {
  std::vector<EventSum> sums;
  sums.reserve(selection.columns.size());
  for (const Column& column : selection.columns) {
    sums.push_back(column.sum);
  }
  return sums;
}

}  // namespace quern
