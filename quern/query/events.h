// SPDX-License-Identifier: MIT
//
// The events a question can be about: those the inputs counted, with long names and units filled
// in, and those derived from them.
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

/// `more`: definitions that count before the inputs' own.
[[nodiscard]] ProfileEvents profile_events(const Profile& profile,
                                           std::span<const EventDefinition> more = {});

/// A derived event that is a sum, as an event: with its formula, and the unit of its terms where
/// they share one.
[[nodiscard]] Event derived_event(const ProfileEvents& events, size_t derived);

}  // namespace quern
