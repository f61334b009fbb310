// SPDX-License-Identifier: MIT
//
// Parts of whole numbers by rule of three, as exact as 128 bits allow.
#pragma once

#include "quern/base/int128.h"

namespace quern {

/// `amount` x `share` / `whole`, toward zero; of products beyond 128 bits, nearly so, unless the
/// share is the whole. 0 where the whole is 0.
[[nodiscard]] inline int128 rule_of_three(int128 amount, int128 share, int128 whole) {
  if (whole == 0) {
    return 0;
  }
  if (share == whole) {
    return amount;
  }
  int128 product = 0;
  if (!__builtin_mul_overflow(amount, share, &product)) {
    return product / whole;
  }
  return static_cast<int128>(static_cast<long double>(amount) *
                             (static_cast<long double>(share) / static_cast<long double>(whole)));
}

}  // namespace quern
