// SPDX-License-Identifier: MIT
//
// Uses are sorted by event, like an index: a cost of an event finds its columns without a search. A
// cost is mostly used by one column.
#include "quern/analysis/costs/column_costs.h"

#include <algorithm>

namespace quern {

namespace {

size_t count_peaks(const Profile& profile, const EventSum& column) {
  return static_cast<size_t>(std::ranges::count_if(column.terms, [&](const EventTerm& term) {
    return profile.events()[term.event.index()].combine == Combine::kMax;
  }));
}

}  // namespace

Combine combine_of(const Profile& profile, const EventSum& column) {
  const size_t peaks = count_peaks(profile, column);
  return peaks != 0 && peaks == column.terms.size() ? Combine::kMax : Combine::kSum;
}

bool mixes_peaks(const Profile& profile, std::span<const EventSum> columns) {
  return std::ranges::any_of(columns, [&](const EventSum& column) {
    const size_t peaks = count_peaks(profile, column);
    return peaks != 0 && peaks != column.terms.size();
  });
}

ColumnCosts::ColumnCosts(const Profile& profile, std::span<const EventSum> columns)
    : first_use_(profile.events().size() + 1) {
  for (const EventSum& column : columns) {
    is_max_.push_back(combine_of(profile, column) == Combine::kMax ? 1 : 0);
    for (const EventTerm& term : column.terms) {
      ++first_use_[term.event.index() + 1];
    }
  }
  for (size_t event = 1; event < first_use_.size(); ++event) {
    first_use_[event] += first_use_[event - 1];
  }
  uses_.resize(first_use_.back());
  std::vector<size_t> next(first_use_.begin(), first_use_.end() - 1);
  for (size_t column = 0; column < columns.size(); ++column) {
    for (const EventTerm& term : columns[column].terms) {
      uses_[next[term.event.index()]++] = {column, term.coefficient};
    }
  }
}

}  // namespace quern
