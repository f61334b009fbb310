// SPDX-License-Identifier: MIT
//
// From a part's cells to the columns of a question. Parts may have different events, so the mapping
// is made for each table when it is first asked for. In most profiles columns are the events as
// they are, which is noticed, and then nothing is copied.
#include "quern/analysis/costs/record_columns.h"

#include <algorithm>
#include <utility>

namespace quern {

CellUses::CellUses(const Profile& profile, std::span<const EventSum> columns)
    : profile_(&profile), columns_(columns.size()), by_table_(profile.tables().size()) {
  for (size_t column = 0; column < columns.size(); ++column) {
    for (const EventTerm& term : columns[column].terms) {
      by_event_.push_back({term.event.index(), column, term.coefficient});
    }
  }
  std::ranges::sort(by_event_, {},
                    [](const CellUse& use) { return std::pair(use.cell, use.column); });
}

const CellUses::TableUses& CellUses::find(size_t table) {
  TableUses& found = by_table_[table].emplace();
  const std::vector<EventId>& events = profile_->tables()[table].events;
  for (size_t cell = 0; cell < events.size(); ++cell) {
    for (const CellUse& use :
         std::ranges::equal_range(by_event_, events[cell].index(), {}, &CellUse::cell)) {
      found.uses.push_back({cell, use.column, use.coefficient});
    }
  }
  found.are_as_asked = found.uses.size() == columns_;
  for (size_t at = 0; at < found.uses.size(); ++at) {
    const CellUse& use = found.uses[at];
    found.are_as_asked =
        found.are_as_asked && use.cell == at && use.column == at && use.coefficient == 1;
  }
  return found;
}

std::span<const int128> RecordColumns::of(size_t part, std::span<const int128> costs) {
  if (costs.size() == costs_.size() && uses_.are_as_asked(profile_->parts()[part].table)) {
    return costs;
  }
  std::ranges::fill(costs_, 0);
  each(part, costs, [this](size_t column, int128 cost) { costs_[column] += cost; });
  return costs_;
}

}  // namespace quern
