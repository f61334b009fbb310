// SPDX-License-Identifier: MIT
#include "quern/model/event_ids.h"

#include <algorithm>

namespace quern {

EventId EventIds::add(const NewEvent& event, bool may_describe, std::vector<Event>& events) {
  auto found = ids_.find(event.name);
  const bool is_new = found == ids_.end();
  if (is_new) {
    found = ids_.emplace(event.name, EventId(events.size())).first;
    Event& added = events.emplace_back();
    added.name = event.name;
    added.combine = event.combine;
  }
  Event& known = events[found->second.index()];
  if (is_new || (may_describe && known.unit.empty() && known.long_name.empty())) {
    known.long_name = event.long_name;
    known.unit = event.unit;
    known.scale = event.scale;
  }
  return found->second;
}

void ToldEvents::add(EventId id, const NewEvent& event) {
  at_.resize(std::max(at_.size(), id.index() + 1));
  size_t& at = at_[id.index()];
  if (at == 0) {
    told_.push_back({id, {}});
    at = told_.size();
    told_.back().event.name = event.name;
    told_.back().event.combine = event.combine;
  }
  Event& told = told_[at - 1].event;
  if (told.unit.empty()) {
    told.unit = event.unit;
    told.scale = event.scale;
  }
}

}  // namespace quern
