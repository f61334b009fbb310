// SPDX-License-Identifier: MIT
#include "quern/analysis/costs/column_costs.h"

#include <algorithm>

namespace quern {

Combine combine_of(const Profile& profile, const EventSum& column) {
  const bool is_max =
      !column.terms.empty() && std::ranges::all_of(column.terms, [&](const EventTerm& term) {
        return profile.events()[term.event.index()].combine == Combine::kMax;
      });
  return is_max ? Combine::kMax : Combine::kSum;
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
