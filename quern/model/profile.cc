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

std::vector<int128> event_totals(const Profile& profile) {
  std::vector<int128> totals(profile.events().size());
  for (const Part& part : profile.parts()) {
    for (size_t at = 0; at < part.totals.size(); ++at) {
      const size_t event = part.header.events[at].index();
      totals[event] = combined(profile.events()[event].combine, totals[event], part.totals[at]);
    }
  }
  return totals;
}

std::vector<int128> recorded_totals(const Profile& profile, const Part& part) {
  std::vector<int128> sums = part.totals;
  const SumTable& table = profile.tables()[part.table];
  for (size_t row = part.first_self; profile.not_in_profile() && row < part.end_self; ++row) {
    if (table.function(row) == *profile.not_in_profile()) {
      for (size_t event = 0; event < sums.size(); ++event) {
        sums[event] -= table.self.at(row, event);
      }
    }
  }
  return sums;
}

}  // namespace quern
