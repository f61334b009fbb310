// SPDX-License-Identifier: MIT
//
// Percentages of the row above, or of the function that is looked at, where these are asked for
// (Selection::percent_of).
#pragma once

#include <optional>
#include <span>

#include "quern/base/int128.h"
#include "quern/query/selection.h"

namespace quern {

[[nodiscard]] inline bool is_of_parent(const Selection& selection) {
  return selection.percent_of == PercentOf::kParent;
}

/// Nothing of a whole that is 0.
[[nodiscard]] inline std::optional<double> share_in_percent(const Amount& part,
                                                            const Amount& whole) {
  return lower_of(whole) == 0
             ? std::nullopt
             : std::optional(100.0 * to_double(lower_of(part)) / to_double(lower_of(whole)));
}

/// A share of what is not exact is an estimate.
[[nodiscard]] inline Certainty certainty_of_shares(std::span<const Amount> parts,
                                                   std::span<const Amount> wholes) {
  return certainty_of(wholes) == Certainty::kExact ? certainty_of(parts) : Certainty::kEstimated;
}

}  // namespace quern
