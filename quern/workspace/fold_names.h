// SPDX-License-Identifier: MIT
//
// Callgrind's options --separate-callers and --separate-recs make several functions of one and tell
// them apart by their names: f'g is f called by g, f'2 the second level of f's recursion. Folded,
// they are the function f again.
#pragma once

#include <string>
#include <vector>

#include "quern/model/new_names.h"

namespace quern {

/// Folds such names of profiles that Callgrind wrote. How many there were is added to `notes`,
/// which must outlive it. A name that has an apostrophe of its own stays: behind each must stand a
/// level of recursion or the name of a function.
[[nodiscard]] Namer folding_namer(std::vector<std::string>& notes);

}  // namespace quern
