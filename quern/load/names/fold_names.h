// SPDX-License-Identifier: MIT
//
// Callgrind's options --separate-callers and --separate-recs make several functions of one and tell
// them apart by their names: f'g is f called by g, f'2 the second level of f's recursion. Folded,
// they are the function f again. Parrot's subroutine profiler names levels in this way, too:
// 0xADDR:f'1. It also puts an address in front of each name that is another one in every run.
#pragma once

#include <cstdint>
#include <vector>

#include "quern/filters/rules/function_rules.h"
#include "quern/model/new_names.h"
#include "quern/model/profile.h"

namespace quern {

/// Whether what a profile says is added to what others say, or held against it.
enum class RunsBeside : bool { kNone, kSome };

/// The names without that, of profiles that either wrote; of Parrot's, with their levels, and of a
/// single run only where that makes no two subroutines of a file one: no address of a run means
/// anything to another. Of Callgrind's, a name that has an
/// apostrophe of its own stays: behind each must stand a level of recursion or the name of a
/// function. So do the names of functions that `unfolded` fits, by the name they would have. What a
/// snapshot says of it is taken from there.
[[nodiscard]] NewNames folded_names(const Profile& profile, const FunctionRules& unfolded = {},
                                    RunsBeside beside = RunsBeside::kNone);

/// Of Parrot's subroutine profiler alone: what folded_names() says of it. Other names stay.
[[nodiscard]] NewNames names_without_addresses(const Profile& profile,
                                               const FunctionRules& unfolded = {},
                                               RunsBeside beside = RunsBeside::kNone);

/// The functions of a profile of Callgrind's whose names have callers or levels, for a snapshot to
/// tell; empty where it would not tell them as folded_names() finds them.
[[nodiscard]] std::vector<FunctionName> names_to_tell(const Profile& profile);

}  // namespace quern
