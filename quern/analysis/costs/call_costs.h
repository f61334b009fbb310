// SPDX-License-Identifier: MIT
//
// From the calls of a profile to what they come to by function, and from that to the sums that its
// answers need: together they are call_sums() and raise_lower_bounds().
#pragma once

#include <optional>
#include <span>

#include "quern/analysis/costs/call_sums.h"
#include "quern/analysis/events/event_sum.h"
#include "quern/model/call_costs.h"
#include "quern/model/new_names.h"
#include "quern/model/profile.h"

namespace quern {

/// Nothing of profiles with stacks or estimates, without calls, or with more events than rows keep
/// in place. `folded`: what functions are called once names are folded.
[[nodiscard]] std::optional<CallCosts> call_costs(const Profile& profile, const NewNames& folded);

/// Whether Profile::call_costs() and Profile::stack_costs(), if any, are of the functions that the
/// profile has. Not if its names were folded otherwise than when these were made.
[[nodiscard]] bool can_tell(const Profile& profile);

/// Of a profile with Profile::call_costs(), by function, over all parts. Lower bounds are
/// raised.
[[nodiscard]] CallSums told_call_sums(const Profile& profile, std::span<const EventSum> columns);

}  // namespace quern
