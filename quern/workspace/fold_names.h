// SPDX-License-Identifier: MIT
//
// Callgrind's options --separate-callers and --separate-recs make several functions of one and tell
// them apart by their names: f'g is f called by g, f'2 the second level of f's recursion. Folded,
// they are the function f again.
#pragma once

#include "quern/model/new_names.h"
#include "quern/model/profile.h"

namespace quern {

/// The names without that, of profiles that Callgrind wrote. A name that has an apostrophe of its
/// own stays: behind each must stand a level of recursion or the name of a function.
[[nodiscard]] NewNames folded_names(const Profile& profile);

}  // namespace quern
