// SPDX-License-Identifier: MIT
//
// Weights and times as a JSON text has them, exactly: decimal digits and where their point is.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "quern/base/int128.h"

namespace quern::speedscope {

struct Weight {
  uint64_t digits = 0;        ///< without zeros at the end of a fraction
  int32_t exponent = 0;       ///< of ten; below 0 there is a fraction
  bool is_cut = false;        ///< more digits follow, which 64 bits have no room for
  bool is_next_half = false;  ///< the first of them is 5 or above
};

/// Nothing: below 0, or more than 64 bits.
[[nodiscard]] std::optional<Weight> read_weight(std::string_view written);

struct Scaled {
  uint64_t value = 0;
  bool is_rounded = false;
};

/// The weight times 10^power, rounded to the nearest whole number, halves up; nothing: more than
/// 64 bits.
[[nodiscard]] std::optional<Scaled> scaled(const Weight& weight, int power);

}  // namespace quern::speedscope
