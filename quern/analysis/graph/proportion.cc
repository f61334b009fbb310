// SPDX-License-Identifier: MIT
#include "quern/analysis/graph/proportion.h"

#include <cstdint>

namespace quern {

namespace {

/// Bit by bit: what has no room in 128 bits is divided while it is multiplied.
uint128 long_proportion(uint128 amount, uint128 share, uint128 whole) {
  uint128 quotient = 0;
  uint128 rest = 0;  // below `whole`, so that its double has room
  const auto carry = [&] {
    if (rest >= whole) {
      rest -= whole;
      ++quotient;
    }
  };
  for (unsigned bit = 128; bit-- != 0;) {
    quotient <<= 1U;
    rest <<= 1U;
    carry();
    if ((amount >> bit & 1U) != 0) {
      rest += share;
      carry();
    }
  }
  return quotient;
}

}  // namespace

uint128 proportion(uint128 amount, uint128 share, uint128 whole) {
  if (whole == 0 || share == 0) {
    return 0;
  }
  if (share == whole) {
    return amount;
  }
  uint128 product = 0;
  if (__builtin_mul_overflow(amount, share, &product)) {
    return long_proportion(amount, share, whole);
  }
  const bool is_short = (product | whole) <= UINT64_MAX;  // which machines divide by themselves
  return is_short ? static_cast<uint64_t>(product) / static_cast<uint64_t>(whole) : product / whole;
}

int128 signed_proportion(int128 amount, uint128 share, uint128 whole) {
  if (amount >= 0) {
    return static_cast<int128>(proportion(static_cast<uint128>(amount), share, whole));
  }
  if (whole == 0) {
    return 0;
  }
  // Rounding the rest up toward 0 rounds this away from it.
  const uint128 size = uint128{0} - static_cast<uint128>(amount);
  return amount + static_cast<int128>(proportion(size, whole - share, whole));
}

}  // namespace quern
