// SPDX-License-Identifier: MIT
//
// The dearest first, in a total order: only as many are sorted as are shown.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/base/int128.h"

namespace quern {

/// How many of `of` rows a limit (0: none) lets through.
[[nodiscard]] inline size_t within_limit(size_t limit, size_t of) {
  return limit == 0 ? of : std::min(limit, of);
}

/// Brings the first `count` of `items` by descending cost(item) to the front, in order;
/// `is_before` decides among equal ones. The rest follows in no order.
template <class Cost, class IsBefore>
void rank(std::vector<uint32_t>& items, size_t count, const Cost& cost, const IsBefore& is_before) {
  const auto is_dearer = [&](uint32_t left, uint32_t right) {
    const int128 a = cost(left);
    const int128 b = cost(right);
    return a != b ? a > b : is_before(left, right);
  };
  if (count >= items.size()) {
    std::ranges::sort(items, is_dearer);
    return;
  }
  std::ranges::partial_sort(items, items.begin() + static_cast<std::ptrdiff_t>(count), is_dearer);
}

}  // namespace quern
