// SPDX-License-Identifier: MIT
//
// The computed columns of one row, from its costs. A function on a cycle has bounds instead of
// inclusive costs, and a formula of bounds is not known to be between its values at them: it has no
// value there, and none of estimates.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/model/records/amount.h"
#include "quern/query/selection.h"

namespace quern {

using ComputedRow = std::vector<std::optional<Fraction>>;

/// The number, unless it is not exact.
[[nodiscard]] inline std::optional<int128> known_exactly(const std::optional<Amount>& amount) {
  const auto* const known = amount ? std::get_if<Exact>(&*amount) : nullptr;
  return known == nullptr ? std::nullopt : std::optional(known->value);
}

/// The formula of this name, as an index into Selection::computed.
[[nodiscard]] std::optional<size_t> computed_named(const Selection& selection,
                                                   std::string_view name);

/// Whether the formula, or one that it needs, is made of the number of calls.
[[nodiscard]] bool needs_calls(const Selection& selection, size_t computed);

/// By Selection::computed. `costs`: by column, those beside too; nothing where there are bounds.
[[nodiscard]] ComputedRow computed_values(const Selection& selection,
                                          std::span<const std::optional<int128>> costs,
                                          std::optional<int128> calls);
/// Of these the columns that are shown.
[[nodiscard]] ComputedRow shown_values(const Selection& selection, const ComputedRow& values);
/// Those that are shown, of the totals: `totals` of all columns, those beside too.
[[nodiscard]] ComputedRow total_values(const Selection& selection, std::span<const int128> totals);

/// The columns of a row whose `cost(column)` is a number or an Amount.
template <class Cost>
[[nodiscard]] ComputedRow computed_row(const Selection& selection, const Cost& cost,
                                       std::optional<int128> calls) {
  if (selection.computed.empty()) {
    return {};
  }
  std::vector<std::optional<int128>> costs;
  for (size_t at = 0; at < selection.columns.size() + selection.beside.size(); ++at) {
    if constexpr (std::is_same_v<decltype(cost(at)), Amount>) {
      costs.push_back(known_exactly(cost(at)));
    } else {
      costs.push_back(cost(at));
    }
  }
  return computed_values(selection, costs, calls);
}

/// Whether a row with the value `left` stands before one with `right`: the larger first, those
/// without a value last. Nothing where they are equal.
[[nodiscard]] std::optional<bool> costs_more(const std::optional<Fraction>& left,
                                             const std::optional<Fraction>& right);

}  // namespace quern
