// SPDX-License-Identifier: MIT
//
// The column that adds up the self costs of the rows above (--running).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/model/records/amount.h"

namespace quern {

/// By rank: what a row and all above it cost. An estimate from the first row on that is not exact.
class RunningTotals {
 public:
  RunningTotals() = default;
  /// `self_of(row)` is an Amount.
  template <class SelfOf>
  RunningTotals(std::span<const uint32_t> rows, SelfOf self_of) {
    sums_.reserve(rows.size());
    int128 sum = 0;
    for (const uint32_t row : rows) {
      const Amount self = self_of(row);
      if (exact_ == sums_.size() && certainty_of(self) == Certainty::kExact) {
        ++exact_;
      }
      sum += lower_of(self);
      sums_.push_back(sum);
    }
  }

  [[nodiscard]] size_t size() const { return sums_.size(); }
  [[nodiscard]] Amount at(size_t rank) const { return amount_of(sums_[rank], rank >= exact_); }

 private:
  std::vector<int128> sums_;
  size_t exact_ = 0;  ///< so many from the first on
};

}  // namespace quern
