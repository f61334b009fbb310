// SPDX-License-Identifier: MIT
#include "quern/compare/source/change_summary.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "quern/analysis/costs/amount_sums.h"

namespace quern {

bool any_not_zero(std::span<const Amount> costs) {
  return std::ranges::any_of(costs, [](const Amount& cost) { return lower_of(cost) != 0; });
}

std::string_view to_string(DiffAccounted what) {
  constexpr std::array<std::string_view, kDiffAccounted> kWords = {
      "paired",       "by_number",         "removed",        "added",
      "unknown_line", "beyond_end",        "without_source", "other_lines",
      "unchanged",    "inlined_elsewhere", "below_share",    "beyond_limit",
      "not_asked",    "unknown_file",      "not_in_profile", "medians"};
  return kWords[static_cast<size_t>(what)];
}

std::vector<Amount> DiffAccountedCost::change() const {
  std::vector<Amount> change;
  std::ranges::transform(old_self, new_self, std::back_inserter(change), change_of);
  return change;
}

ChangeSummary::ChangeSummary(size_t columns) {
  for (size_t at = 0; at < accounts_.size(); ++at) {
    accounts_[at].what = static_cast<DiffAccounted>(at);
    accounts_[at].old_self.resize(columns, Exact{0});
    accounts_[at].new_self.resize(columns, Exact{0});
  }
}

void ChangeSummary::add(DiffAccounted what, Version side, std::span<const Amount> costs) {
  add_amounts(self(at(what), side), costs);
}

void ChangeSummary::add(DiffAccounted what, Version side, const std::optional<DiffSide>& of,
                        std::vector<Amount> DiffSide::* costs) {
  if (of) {
    add(what, side, (*of).*costs);
  }
}

void ChangeSummary::add_rest(Version side, const std::vector<Amount>& totals) {
  for (size_t column = 0; column < self(accounts_.front(), side).size(); ++column) {
    Amount rest = totals[column];
    for (DiffAccountedCost& account : accounts_) {
      rest = change_of(self(account, side)[column], rest);
    }
    self(at(DiffAccounted::kMedians), side)[column] = rest;
  }
}

std::vector<DiffAccountedCost> ChangeSummary::all() const {
  std::vector<DiffAccountedCost> told;
  std::ranges::copy_if(accounts_, std::back_inserter(told), [](const DiffAccountedCost& account) {
    return account.files || any_not_zero(account.old_self) || any_not_zero(account.new_self);
  });
  return told;
}

}  // namespace quern
