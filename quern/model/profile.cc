// SPDX-License-Identifier: MIT
#include "quern/model/profile.h"

namespace quern {

std::optional<EventId> Profile::event(std::string_view name) const {
  for (size_t at = 0; at < events_.size(); ++at) {
    if (events_[at].name == name) {
      return EventId(at);
    }
  }
  return std::nullopt;
}

}  // namespace quern
