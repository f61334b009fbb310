// SPDX-License-Identifier: MIT
//
// Follows the largest change of inclusive cost from a root down, call by call, to the function
// whose own cost changed.
#pragma once

#include <vector>

#include "quern/compare/lists/diff.h"

namespace quern {

/// See Diff::blame().
[[nodiscard]] std::vector<BlameStep> blame_path(const DiffCosts& costs);

}  // namespace quern
