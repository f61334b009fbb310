// SPDX-License-Identifier: MIT
//
// How pictures of comparisons show changes: colors from blue (less) over grey to orange (more).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/compare/lists/diff.h"
#include "quern/output/pictures/picture_parts.h"

namespace quern {

/// The class of a change; `whole` is the larger of the two costs.
[[nodiscard]] std::string_view change_color(int128 change, int128 whole);
[[nodiscard]] std::vector<PictureLegend> change_legend(bool has_estimates);
/// The inclusive cost of the first column; 0 where the side does not have it.
[[nodiscard]] int128 leading_cost(const std::optional<DiffSide>& side);

}  // namespace quern
