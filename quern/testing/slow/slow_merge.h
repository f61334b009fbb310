// SPDX-License-Identifier: MIT
//
// What a profile's records come to, added up in the plainest way: by texts, in maps. Profiles that
// were merged have to come to what they came to apart.
#pragma once

#include <map>
#include <string>

#include "quern/base/int128.h"
#include "quern/model/profile.h"

namespace quern::testing {

/// By record (all that tells it from others, as text) and by event or count; what is 0 is left out.
using SlowSums = std::map<std::string, std::map<std::string, int128>>;

/// Adds what a fully loaded profile has. `records` counts how many records there were of each.
/// `by_function`: costs and calls of functions alone, without positions.
void slow_merge(const Profile& profile, SlowSums& sums, std::map<std::string, size_t>& records,
                bool by_function = false);

/// The first difference, of both; "" where there is none.
[[nodiscard]] std::string difference(const SlowSums& a, const SlowSums& b);

}  // namespace quern::testing
