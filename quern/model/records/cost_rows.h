// SPDX-License-Identifier: MIT
//
// Rows of exact sums, one row a function or call and one cell an event: signed 64-bit cells in
// place, and a side table for what exceeds them. The common case pays one checked addition, and
// no sum wraps or is rounded. Cells are signed, since a subtracted baseline leaves costs below 0.
// Memory grows by segments, so that large tables are never copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/event.h"

namespace quern {

class CostRows {
 public:
  /// Cells a row keeps in place; cells of wider rows live in the side table, so that a file which
  /// declares a million events and names a million functions stays linear in its own size.
  static constexpr size_t kDense = 32;

  /// `width`: cells of each row. Takes no memory until the first row: a file may have many parts.
  explicit CostRows(size_t width = 1);

  /// Rows of zeros.
  [[nodiscard]] static CostRows zeros(size_t rows, size_t width);

  [[nodiscard]] size_t width() const { return width_; }
  [[nodiscard]] size_t size() const { return rows_; }

  /// Appends a row of zeros and returns its index.
  size_t add_row() {
    if (rows_ == capacity_) {
      add_segment();
    }
    return rows_++;
  }

  /// Appends rows of zeros.
  void add_rows(size_t count);
  /// Drops all rows but the first `count`. Only while is_narrow(): the side table is not searched.
  void keep_rows(size_t count);
  /// The same rows with this cell alone. Memory of rows that were taken is freed on the way.
  [[nodiscard]] CostRows take_cell(size_t cell) &&;
  /// The cells of a row that are in place, to write to.
  [[nodiscard]] int64_t* cells(size_t row) { return dense(row); }

  /// Fetches the start of a row that will be used soon into the processor's cache.
  void prefetch(size_t row) const { __builtin_prefetch(dense(row)); }

  /// Removes all rows; memory is kept for the next ones.
  void clear();

  /// Adds to a cell of the dense part.
  void add_dense(size_t row, size_t cell, int64_t amount) {
    int64_t& at = dense(row)[cell];
    if (__builtin_add_overflow(at, amount, &at)) [[unlikely]] {
      carry(row, cell, amount > 0 ? 1 : -1);
    }
  }
  /// Adds any amount to any cell.
  void add(size_t row, size_t cell, int64_t amount) {
    if (cell < kDense) [[likely]] {
      add_dense(row, cell, amount);
    } else {
      add(row, cell, int128{amount});
    }
  }
  void add(size_t row, size_t cell, int128 amount) {
    if (cell < kDense && fits_int64(amount)) [[likely]] {
      add_dense(row, cell, static_cast<int64_t>(amount));
    } else if (amount != 0) {
      add_beside(row, cell, amount);
    }
  }

  /// Raises a cell to `amount` where it is below.
  void raise(size_t row, size_t cell, int128 amount) {
    const int128 now = at(row, cell);
    if (now < amount) {
      add(row, cell, amount - now);
    }
  }

  /// Adds an amount, or keeps the highest, as the event says (Event::combine).
  void combine(Combine how, size_t row, size_t cell, int128 amount) {
    if (how == Combine::kMax) {
      raise(row, cell, amount);
    } else {
      add(row, cell, amount);
    }
  }
  [[nodiscard]] int128 at(size_t row, size_t cell) const;
  /// Calls use(row, cell, amount) once for each cell that is not 0, and for some that are; in no
  /// particular order. Takes time for what is stored, however wide the rows are.
  template <class Use>
  void each_cell(Use use) const {
    const size_t in_place = width_ < kDense ? width_ : kDense;
    const bool is_all = side_.empty();
    for (size_t row = 0; row < rows_; ++row) {
      for (size_t cell = 0; cell < in_place; ++cell) {
        use(row, cell, is_all ? int128{dense(row)[cell]} : at(row, cell));
      }
    }
    for (const auto& [place, amount] : side_) {
      if (place % width_ >= kDense) {
        use(static_cast<size_t>(place / width_), static_cast<size_t>(place % width_), amount);
      }
    }
  }
  /// By row: the number of cells up to the last one that is not 0. Wide tables are mostly zeros,
  /// and who copies one need not look at them.
  [[nodiscard]] std::vector<size_t> used_widths() const;
  /// True if every cell is its 64-bit value, so that dense() has all of a row.
  [[nodiscard]] bool is_narrow() const { return side_.empty() && width_ <= kDense; }
  [[nodiscard]] const int64_t* dense(size_t row) const {
    return segments_[row >> shift_].get() + (row & mask_) * stride_;
  }

 private:
  [[nodiscard]] int64_t* dense(size_t row) {
    return segments_[row >> shift_].get() + (row & mask_) * stride_;
  }
  void add_segment();
  void carry(size_t row, size_t cell, int64_t units);
  void add_beside(size_t row, size_t cell, int128 amount);

  size_t width_;
  size_t stride_;
  unsigned shift_;
  size_t mask_;
  size_t rows_ = 0;
  size_t capacity_ = 0;  ///< rows that the segments have room for
  std::vector<std::unique_ptr<int64_t[]>> segments_;
  /// (row * width + cell) -> what to add to the cell in place (0 beyond kDense).
  std::unordered_map<uint64_t, int128> side_;
};

}  // namespace quern
