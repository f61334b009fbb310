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

namespace quern {

class QueryRow;

/// The cost that a quantity of a query asks for.
enum class QueryCost : uint8_t { kSelf, kInclusive, kCalls };

struct QueryFormula {
  Computed formula;
  struct Operand {
    enum class Kind : uint8_t { kCost, kCalls, kFormula } kind;
    size_t index;  ///< of an event, or of the formulas
  };
  std::vector<Operand> operands = {};  ///< by name of the formula
  bool needs_calls = false;            ///< it, or one that it needs
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
