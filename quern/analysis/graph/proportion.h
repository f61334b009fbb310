// SPDX-License-Identifier: MIT
//
// Whole numbers in proportion: exact floors of products that may be beyond 128 bits, and splits
// whose pieces are whole, add up to what is split, and are none larger than what they are of.
#pragma once

#include "quern/base/int128.h"

namespace quern {

/// amount x share / whole, rounded down. share <= whole <= 2^127; 0 where `whole` is.
[[nodiscard]] uint128 proportion(uint128 amount, uint128 share, uint128 whole);

/// The same for amounts with a sign, rounded toward lower numbers. 0 <= share <= whole.
[[nodiscard]] int128 signed_proportion(int128 amount, uint128 share, uint128 whole);

/// Gives each of some amounts, which add up to at most `whole`, its piece of `share`: what is given
/// up to each of them is the rounded-down proportion, so that nothing is lost on the way.
class Split {
 public:
  Split(uint128 share, uint128 whole) : share_(share), whole_(whole) {}
  [[nodiscard]] uint128 next(uint128 amount) {
    passed_ += amount;
    const uint128 before = given_;
    given_ = share_ == whole_ ? passed_ : proportion(passed_, share_, whole_);
    return given_ - before;
  }

 private:
  uint128 share_;
  uint128 whole_;
  uint128 passed_ = 0;
  uint128 given_ = 0;
};

}  // namespace quern
