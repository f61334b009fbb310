// SPDX-License-Identifier: MIT
//
// Functions or groups by descending cost, equal ones by name, of which few will be looked at. Costs
// are sorted when somebody looks at all; names, which lie all over the memory, only among the equal
// ones where somebody looks. Any number of threads may look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"

namespace quern {

/// The order of rows that cost the same.
struct NameOrder {
  std::function<std::string_view(uint32_t)> text;     ///< of a row, the name alone
  std::function<bool(uint32_t, uint32_t)> is_before;  ///< by name, then by whatever else
};

/// In time linear in the names' lengths but for equal ones.
void sort_by_name(std::span<uint32_t> rows, const NameOrder& names);

class LazyOrder {
 public:
  struct By {
    std::function<int128(uint32_t)> cost;  ///< asked once for each row
    NameOrder names;
    /// Where costs do not decide the order: puts all rows in order.
    std::function<void(std::span<uint32_t>)> sort_all = {};
  };
  /// Keeps a reference to `rows`, which it puts in order as they are looked at.
  LazyOrder(std::span<uint32_t> rows, By by) : rows_(rows), by_(std::move(by)) {}

  [[nodiscard]] uint32_t at(size_t rank);
  [[nodiscard]] std::optional<size_t> rank_of(uint32_t row);
  /// All rows, in whatever order they are.
  [[nodiscard]] std::vector<uint32_t> rows();

 private:
  // While `moving_` is held.
  void sort_costs();
  /// The first rank of all that cost the same as what has this one; these are in order then.
  size_t put_in_order(size_t rank);

  std::mutex moving_;
  std::span<uint32_t> rows_;
  By by_;
  bool is_sorted_ = false;
  std::vector<uint32_t> starts_;  ///< of rows that cost the same, the first rank of each
  std::vector<bool> is_ordered_;  ///< by entry of starts_
};

}  // namespace quern
