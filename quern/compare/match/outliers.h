// SPDX-License-Identifier: MIT
//
// Runs of one thing that something else has disturbed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "quern/base/int128.h"
#include "quern/compare/match/diff_nodes.h"

namespace quern {

/// By run: whether its total lies further from the median than 3.5 standard deviations, of which
/// 1.4826 times the median of all distances is the estimate that outliers do not move. None of
/// fewer than four: two against two, nobody can tell.
[[nodiscard]] std::vector<bool> outliers(std::span<const int128> totals);

/// Takes out of the runs of one side those whose totals of the column that sorts are outliers, and
/// returns them. The order of the others stays.
[[nodiscard]] std::vector<DiffRun> take_outliers(std::vector<DiffRun>& runs);

}  // namespace quern
