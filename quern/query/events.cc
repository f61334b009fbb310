// SPDX-License-Identifier: MIT
#include "quern/query/events.h"

#include <algorithm>

#include "quern/analysis/events/event_names.h"
#include "quern/analysis/events/shared_definitions.h"

namespace quern {

ProfileEvents profile_events(const Profile& profile, std::span<const EventDefinition> more) {
  std::vector<EventDefinition> definitions = shared_definitions(profile.inputs());
  // Of several definitions of a name the last counts.
  definitions.insert(definitions.end(), more.begin(), more.end());
  std::vector<Event> stored = named_events(profile.events(), definitions);
  DerivedEvents derived = derive_events(stored, definitions);
  return {std::move(stored), std::move(derived)};
}

Event derived_event(const ProfileEvents& events, size_t derived) {
  const DerivedEvent& from = events.derived.events()[derived];
  Event event;
  event.name = from.name;
  event.long_name = from.long_name;
  event.formula = from.formula;
  const std::optional<EventSum> sum = events.derived.sum(derived);
  if (!sum || sum->terms.empty()) {
    return event;
  }
  const Event& first = events.stored[sum->terms.front().event.index()];
  const bool same = std::ranges::all_of(sum->terms, [&](const EventTerm& term) {
    const Event& stored = events.stored[term.event.index()];
    return stored.unit == first.unit && stored.scale == first.scale;
  });
  if (same) {
    event.unit = first.unit;
    event.scale = first.scale;
  }
  return event;
}

}  // namespace quern
