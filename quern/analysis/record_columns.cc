// SPDX-License-Identifier: MIT
#include "quern/analysis/record_columns.h"

#include <algorithm>
#include <utility>

namespace quern {

CellUses::CellUses(const Profile& profile, std::span<const EventSum> columns)
    : profile_(&profile), by_table_(profile.tables().size()) {
  for (size_t column = 0; column < columns.size(); ++column) {
    for (const EventTerm& term : columns[column].terms) {
      by_event_.push_back({term.event.index(), column, term.coefficient});
    }
  }
  std::ranges::sort(by_event_, {},
                    [](const CellUse& use) { return std::pair(use.cell, use.column); });
}

const std::vector<CellUse>& CellUses::of(size_t table) {
  std::optional<std::vector<CellUse>>& known = by_table_[table];
  if (!known) {
    known.emplace();
    const std::vector<EventId>& events = profile_->tables()[table].events;
    for (size_t cell = 0; cell < events.size(); ++cell) {
      for (const CellUse& use :
           std::ranges::equal_range(by_event_, events[cell].index(), {}, &CellUse::cell)) {
        known->push_back({cell, use.column, use.coefficient});
      }
    }
  }
  return *known;
}

std::span<const int128> RecordColumns::of(size_t part, std::span<const int128> costs) {
  std::ranges::fill(costs_, 0);
  each(part, costs, [this](size_t column, int128 cost) { costs_[column] += cost; });
  return costs_;
}

}  // namespace quern
