// SPDX-License-Identifier: MIT
//
// Whether the runs of a comparison count their columns in the same units: names alone do not tell.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/match/diff_nodes.h"

namespace quern {

/// Gives a column the same unit in all runs: none where some of them do not know it. `names`: what
/// messages call each run, the old ones first. Returns what users should know. Error:
/// `mixed-units`.
[[nodiscard]] Result<std::vector<std::string>> settle_units(DiffRuns& runs,
                                                            std::span<const std::string> names);

}  // namespace quern
