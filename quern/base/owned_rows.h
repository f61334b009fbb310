// SPDX-License-Identifier: MIT
//
// Rows put under their owners: those of one owner stand after each other. Linear in rows and
// owners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace quern {

class OwnedRows {
 public:
  OwnedRows() = default;
  /// Rows numbered from 0, each owned by owner_of(row), in their order.
  template <class OwnerOf>
  OwnedRows(size_t rows, size_t owners, const OwnerOf& owner_of) : rows_(rows), first_(owners + 1) {
    for (uint32_t row = 0; row < rows; ++row) {
      ++first_[owner_of(row) + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<size_t> next(first_.begin(), first_.end() - 1);
    for (uint32_t row = 0; row < rows; ++row) {
      rows_[next[owner_of(row)]++] = row;
    }
  }

  [[nodiscard]] size_t owners() const { return first_.empty() ? 0 : first_.size() - 1; }
  /// All of them, by owner.
  [[nodiscard]] const std::vector<uint32_t>& all() const { return rows_; }
  [[nodiscard]] std::span<const uint32_t> of(size_t owner) const {
    return std::span(rows_).subspan(first_[owner], first_[owner + 1] - first_[owner]);
  }
  /// To put them in an order of their own.
  [[nodiscard]] std::span<uint32_t> of(size_t owner) {
    return std::span(rows_).subspan(first_[owner], first_[owner + 1] - first_[owner]);
  }

 private:
  std::vector<uint32_t> rows_;
  std::vector<size_t> first_;  ///< by owner, and one more
};

}  // namespace quern
