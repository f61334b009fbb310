// SPDX-License-Identifier: MIT
//
// Events of a query that are formulas: what each is made of, so that a row works it out from its
// own costs. A query knows names alone; a selection tells which of them are costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/analysis/events/computed.h"
#include "quern/analysis/events/fraction.h"
#include "quern/base/int128.h"

namespace quern {

class QueryRow;

/// The cost that a quantity of a query asks for.
enum class QueryCost : uint8_t { kSelf, kInclusive, kCalls };

/// What a name of a formula stands for.
struct FormulaOperand {
  enum class Kind : uint8_t { kCost, kCalls, kFormula } kind;
  size_t index;  ///< of a cost, or of the formulas
};

/// Of formulas that each stand behind those that they need: nothing where an operand's
/// `cost(operand)` is not known, or one is by 0.
template <class Formulas, class Cost>
[[nodiscard]] std::vector<std::optional<Fraction>> formula_values(const Formulas& formulas,
                                                                  const Cost& cost) {
  std::vector<std::optional<Fraction>> values;
  std::vector<std::optional<Fraction>> operands;
  for (const auto& formula : formulas) {
    operands.clear();
    for (const FormulaOperand& operand : formula.operands) {
      if (operand.kind == FormulaOperand::Kind::kFormula) {
        operands.push_back(values[operand.index]);
      } else {
        const std::optional<int128> known = cost(operand);
        operands.push_back(known ? fraction(*known, 1) : std::nullopt);
      }
    }
    values.push_back(formula.formula.evaluate(operands));
  }
  return values;
}

struct QueryFormula {
  Computed formula;
  std::vector<FormulaOperand> operands = {};  ///< by name of the formula; costs: of events
  bool needs_calls = false;                   ///< it, or one that it needs
};

struct QueryFormulas {
  std::vector<QueryFormula> all = {};                ///< each behind those that it needs
  std::vector<std::optional<size_t>> by_event = {};  ///< of the query's; shorter: none

  /// The formula that an event is; nothing where it is a cost.
  [[nodiscard]] std::optional<size_t> of(size_t event) const {
    return event < by_event.size() ? by_event[event] : std::nullopt;
  }
  /// Of a row's own costs; nothing where one that it needs is not known exactly, or by 0.
  [[nodiscard]] std::optional<Fraction> value(size_t formula, QueryCost cost,
                                              const QueryRow& row) const;
};

}  // namespace quern
