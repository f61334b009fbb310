// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/amount_sums.h"

#include <algorithm>

namespace quern {

Amount sum_of(const Amount& left, const Amount& right, bool is_max) {
  const auto join = [is_max](int128 a, int128 b) { return is_max ? std::max(a, b) : a + b; };
  const int128 lower = join(lower_of(left), lower_of(right));
  const Certainty certainty = std::max(certainty_of(left), certainty_of(right));
  if (certainty == Certainty::kExact) {
    return Exact{lower};
  }
  if (certainty == Certainty::kBounded) {
    return Bounded{lower, join(upper_of(left), upper_of(right))};
  }
  return Estimated{lower};
}

void add_amounts(std::vector<Amount>& sums, std::span<const Amount> costs) {
  std::ranges::transform(sums, costs, sums.begin(), [](const Amount& sum, const Amount& cost) {
    return sum_of(sum, cost, false);
  });
}

}  // namespace quern
