// SPDX-License-Identifier: MIT
//
// A stack, as the rows of a table that its contexts belong to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quern {

/// The rows that the contexts on the way down belong to. A row may be there several times: its
/// costs are those of the outermost one.
class RowsOnPath {
 public:
  /// Of a context that belongs to none.
  static constexpr uint32_t kNone = ~uint32_t{0};

  void enter(uint32_t row) {
    path_.push_back(row);
    if (row != kNone) {
      if (row >= open_.size()) {
        open_.resize(size_t{row} + 1 + row / 2);
      }
      ++open_[row];
    }
  }
  /// The row of the context that is left, where it was the outermost of this row; else kNone.
  uint32_t leave() {
    const uint32_t row = path_.back();
    path_.pop_back();
    return row != kNone && --open_[row] == 0 ? row : kNone;
  }

 private:
  std::vector<uint32_t> path_;
  std::vector<uint32_t> open_;  ///< by row: how often it is on the path
};

}  // namespace quern
