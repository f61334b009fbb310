// SPDX-License-Identifier: MIT
#include "quern/views/columns.h"

#include <algorithm>
#include <utility>

namespace quern {

std::vector<EventSum> column_sums(const Selection& selection) {
  std::vector<EventSum> sums;
  sums.reserve(selection.columns.size());
  for (const Column& column : selection.columns) {
    sums.push_back(column.sum);
  }
  return sums;
}

RecordColumns::RecordColumns(const Profile& profile, const Selection& selection)
    : profile_(&profile), by_table_(profile.tables().size()), costs_(selection.columns.size()) {
  for (size_t column = 0; column < selection.columns.size(); ++column) {
    for (const EventTerm& term : selection.columns[column].sum.terms) {
      by_event_.push_back({term.event.index(), column, term.coefficient});
    }
  }
  std::ranges::sort(by_event_, {}, [](const Use& use) { return std::pair(use.cell, use.column); });
}

const std::vector<RecordColumns::Use>& RecordColumns::uses(size_t table) {
  std::optional<std::vector<Use>>& known = by_table_[table];
  if (!known) {
    known.emplace();
    const std::vector<EventId>& events = profile_->tables()[table].events;
    for (size_t cell = 0; cell < events.size(); ++cell) {
      for (const Use& use :
           std::ranges::equal_range(by_event_, events[cell].index(), {}, &Use::cell)) {
        known->push_back({cell, use.column, use.coefficient});
      }
    }
  }
  return *known;
}

std::span<const int128> RecordColumns::of(const Record& record) {
  std::ranges::fill(costs_, 0);
  for (const Use& use : uses(profile_->parts()[record.part].table)) {
    if (use.cell < record.costs.size()) {
      costs_[use.column] += record.costs[use.cell] * use.coefficient;
    }
  }
  return costs_;
}

}  // namespace quern
