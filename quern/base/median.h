// SPDX-License-Identifier: MIT
//
// Of an even number of runs the lower of the two in the middle counts: what a run really had.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace quern {

/// `values` is not empty.
template <class Value, class Less = std::less<>>
[[nodiscard]] Value lower_median(std::vector<Value> values, Less is_less = {}) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle, is_less);
  return *middle;
}

}  // namespace quern
