// SPDX-License-Identifier: MIT
//
// A profile in the terms of a format that has fewer: exact stacks as calls between functions, and
// a call graph as stacks, which are an estimate. Self costs of functions stay exact in all of them.
// Peaks are left out for formats whose readers would add them up.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "quern/filters/walk/copying.h"
#include "quern/model/profile.h"

namespace quern {

/// The root below which stands what no estimated stack could be given.
inline constexpr std::string_view kNoStack = "(stack not known)";

/// `profile` with each part's costs and calls as records, and with `which` events; null: it is so
/// already. Calls whose
/// number is not known are told as one; `are_uncounted` tells whether there may be such.
[[nodiscard]] std::unique_ptr<const Profile> records_of_stacks(const Profile& profile,
                                                               EventsCopied which,
                                                               bool& are_uncounted);

/// `profile` with contexts in each part. Contexts of parts that have none are
/// estimated from their call graph; `is_estimated` tells whether there was a call to go by.
[[nodiscard]] std::unique_ptr<const Profile> stacks_of_records(const Profile& profile,
                                                               EventsCopied which,
                                                               bool& is_estimated);

/// All parts' contexts, which each must have, as one part of distinct stacks without positions.
[[nodiscard]] std::unique_ptr<const Profile> merged_stacks(const Profile& profile,
                                                           EventsCopied which);

[[nodiscard]] std::vector<EventId> all_events(const Profile& profile);

}  // namespace quern
