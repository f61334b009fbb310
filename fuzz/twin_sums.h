// SPDX-License-Identifier: MIT
//
// The totals of a profile as the slow twin of its format adds them up, row by row.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"

namespace quern::fuzzing {

struct TwinSums {
  bool is_valid = false;
  bool has_negative = false;                  ///< a row costs less than 0
  std::vector<std::optional<int128>> totals;  ///< by event; nothing where rows do not add up
};

/// The format is recognised as the command does it. Nothing where no twin can follow: compressed
/// profiles, JSON of quern with peaks, and bytes of no format.
[[nodiscard]] std::optional<TwinSums> twin_sums(std::string_view bytes);

}  // namespace quern::fuzzing
