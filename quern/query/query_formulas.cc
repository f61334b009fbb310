// SPDX-License-Identifier: MIT
#include "quern/query/query_formulas.h"

#include <span>

#include "quern/query/query.h"

namespace quern {

namespace {

std::optional<int128> exact_cost(const QueryRow& row, QueryCost cost, size_t event) {
  switch (cost) {
    case QueryCost::kSelf:
      return row.exact_self(event);
    case QueryCost::kInclusive:
      return row.exact_inclusive(event);
    case QueryCost::kCalls:
      break;
  }
  return row.exact_calls();
}

}  // namespace

std::optional<Fraction> QueryFormulas::value(size_t formula, QueryCost cost,
                                             const QueryRow& row) const {
  return formula_values(std::span(all).first(formula + 1),
                        [&](const FormulaOperand& operand) {
                          const bool is_calls = operand.kind == FormulaOperand::Kind::kCalls;
                          return exact_cost(row, is_calls ? QueryCost::kCalls : cost,
                                            operand.index);
                        })
      .back();
}

}  // namespace quern
