// SPDX-License-Identifier: MIT
#include "quern/query/query_formulas.h"

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
  using Kind = QueryFormula::Operand::Kind;
  std::vector<std::optional<Fraction>> values;
  std::vector<std::optional<Fraction>> operands;
  for (size_t at = 0; at <= formula; ++at) {
    operands.clear();
    for (const QueryFormula::Operand& operand : all[at].operands) {
      if (operand.kind == Kind::kFormula) {
        operands.push_back(values[operand.index]);
        continue;
      }
      const std::optional<int128> known =
          exact_cost(row, operand.kind == Kind::kCalls ? QueryCost::kCalls : cost, operand.index);
      operands.push_back(known ? fraction(*known, 1) : std::nullopt);
    }
    values.push_back(all[at].formula.evaluate(operands));
  }
  return values.back();
}

}  // namespace quern
