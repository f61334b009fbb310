// SPDX-License-Identifier: MIT
#include "quern/query/computed_values.h"

#include <algorithm>

namespace quern {

std::optional<size_t> computed_named(const Selection& selection, std::string_view name) {
  const auto found = std::ranges::find(
      selection.computed, name,
      [](const ComputedColumn& column) -> std::string_view { return column.event.name; });
  return found == selection.computed.end()
             ? std::nullopt
             : std::optional(static_cast<size_t>(found - selection.computed.begin()));
}

bool needs_calls(const Selection& selection, size_t computed) {
  using Kind = FormulaOperand::Kind;
  std::vector<bool> needs;
  for (size_t at = 0; at <= computed; ++at) {
    needs.push_back(std::ranges::any_of(selection.computed[at].operands, [&](const auto& operand) {
      return operand.kind == Kind::kCalls ||
             (operand.kind == Kind::kFormula && needs[operand.index]);
    }));
  }
  return needs.back();
}

ComputedRow computed_values(const Selection& selection,
                            std::span<const std::optional<int128>> costs,
                            std::optional<int128> calls) {
  return formula_values(selection.computed, [&](const FormulaOperand& operand) {
    return operand.kind == FormulaOperand::Kind::kCalls ? calls : costs[operand.index];
  });
}

ComputedRow shown_values(const Selection& selection, const ComputedRow& values) {
  ComputedRow shown;
  for (const size_t at : selection.ratios) {
    shown.push_back(values[at]);
  }
  return shown;
}

ComputedRow total_values(const Selection& selection, std::span<const int128> totals) {
  const auto total = [&](size_t column) {
    return amount_of(totals[column], selection.has_estimated_totals);
  };
  return shown_values(selection, computed_row(selection, total, std::nullopt));
}

std::optional<bool> costs_more(const std::optional<Fraction>& left,
                               const std::optional<Fraction>& right) {
  if (!left || !right) {
    return left.has_value() == right.has_value() ? std::nullopt : std::optional(left.has_value());
  }
  const std::strong_ordering order = *left <=> *right;
  return order == 0 ? std::nullopt : std::optional(order > 0);
}

}  // namespace quern
