// SPDX-License-Identifier: MIT
//
// Which rows of a table are estimates. Takes no memory until one is.
#pragma once

#include <cstddef>
#include <vector>

namespace quern {

class RowMarks {
 public:
  void mark(size_t row) {
    if (row >= marks_.size()) {
      marks_.resize(row + 1);
    }
    marks_[row] = true;
  }
  [[nodiscard]] bool has(size_t row) const { return row < marks_.size() && marks_[row]; }

 private:
  std::vector<bool> marks_;  ///< rows behind its end are exact
};

}  // namespace quern
