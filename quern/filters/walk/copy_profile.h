// SPDX-License-Identifier: MIT
//
// One walk over the records and stacks of a profile, which copies them into a new profile and
// changes them on the way: by the rules of filters, or for --normalize and --inlines, which are no
// filters.
#pragma once

#include <memory>
#include <stop_token>

#include "quern/base/result.h"
#include "quern/filters/rules/filter_rules.h"
#include "quern/filters/walk/scale_events.h"
#include "quern/model/profile.h"
#include "quern/source/source_places.h"

namespace quern {

/// The profile after one walk with these rules. Not all rules can share a walk: see Sharing.
/// Errors: `stopped`, soon after `stop` requests it; `too-entangled` (Fault::kUsage) if hidden
/// functions of a call graph have too many callers and callees.
[[nodiscard]] Result<std::unique_ptr<const Profile>> copy_filtered(const Profile& profile,
                                                                   const FilterRules& rules,
                                                                   const std::stop_token& stop);

/// The profile with all costs of some events multiplied. Numbers of calls do not change.
[[nodiscard]] std::unique_ptr<const Profile> with_scaled_events(const Profile& profile,
                                                                const EventFactors& factors);

/// The profile with a function "NAME (inlined)" for each inlined function that its addresses and
/// the debug information of its objects show. Without any, the profile is returned unchanged, with
/// a note. It was read with Keep::kAll.
[[nodiscard]] Opened with_inlined_functions(Opened opened, const SourcePlaces& places);

}  // namespace quern
