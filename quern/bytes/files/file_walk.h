// SPDX-License-Identifier: MIT
//
// The files below a folder, nearest first, within bounds: no link is followed, folders and files
// whose names begin with a dot are passed over, and so is what cannot be read.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace quern {

/// What a walk may look at; several walks may share one.
struct WalkBudget {
  size_t entries = 0;      ///< names that may still be read, of whatever kind
  size_t most_depth = 16;  ///< folders within folders
};

/// Paths of the regular files below `folder`, which they begin with ("" and "." are the current
/// one, which they leave out). By depth, then by path, as far as the budget goes, which shrinks.
[[nodiscard]] std::vector<std::string> files_below(const std::string& folder, WalkBudget& budget);

}  // namespace quern
