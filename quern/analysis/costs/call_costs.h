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

/// Whether functions were joined in the profile as its Profile::call_costs() say; else these are of
/// other functions than it has.
[[nodiscard]] bool are_joined_as_told(const Profile& profile);

/// Of a profile with Profile::call_costs(), by function, over all parts. Lower bounds are
/// raised.
[[nodiscard]] CallSums told_call_sums(const Profile& profile, std::span<const EventSum> columns);

}  // namespace quern
