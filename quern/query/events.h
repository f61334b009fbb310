// SPDX-License-Identifier: MIT
//
// The events a question can be about: stored ones, which the inputs counted, with long names and
// units filled in, and those derived from them by formulas. Selections, `check --head` and the
// server list events through this, so that all know the same names.
#pragma once

#include <span>
#include <vector>

#include "quern/analysis/events/derived.h"
#include "quern/model/profile.h"

namespace quern {

struct ProfileEvents {
  std::vector<Event> stored;  ///< by EventId
  DerivedEvents derived;
};

/// `more`: the user's definitions (--define). They override the inputs' own of the same name.
[[nodiscard]] ProfileEvents profile_events(const Profile& profile,
                                           std::span<const EventDefinition> more = {});

/// A derived event in the form of a stored one, with its formula. It has a unit only if it is a sum
/// whose terms all have that unit: nanoseconds and instructions have none in common.
[[nodiscard]] Event derived_event(const ProfileEvents& events, size_t derived);

}  // namespace quern
