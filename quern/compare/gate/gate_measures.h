// SPDX-License-Identifier: MIT
//
// What a rule measures of a row: on either side the median of the runs, and their range.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "quern/compare/gate/gate_rule.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/compare/match/diff_costs.h"

namespace quern {

/// The total, a node or an edge.
struct GateRow {
  GateRows rows = GateRows::kTotal;
  uint32_t node = 0;
  EdgeKey edge = 0;
};

/// A measure on one side. Bounded costs count with their lower bounds; `most` is the median of what
/// they may be at most.
struct GateMeasure {
  Fraction median;
  RatioRange range;
  Fraction most;
  Fraction highest;  ///< what it is at most in any run
  Certainty certainty = Certainty::kExact;
};

/// Why there is no measure, the least known last: the row is not there; it is x / 0; it is beyond
/// 128 bits; it is a formula, or divided by something, that bounds alone are known of.
enum class NoGateMeasure : uint8_t { kNotThere, kByZero, kTooLarge, kBounds };

class GateMeasures {
 public:
  /// Keeps references.
  GateMeasures(const DiffCosts& costs, const GateRule& rule);

  /// Whether that side has such a row.
  [[nodiscard]] bool is_there(const GateRow& row, Version side) const;
  [[nodiscard]] std::expected<GateMeasure, NoGateMeasure> of(const GateRow& row,
                                                             Version side) const;
  /// Of the new side, of the measure's event: what shares are of.
  [[nodiscard]] Amount new_total() const;

 private:
  struct Term {
    GateQuantity::Kind kind;
    size_t column;
    std::optional<size_t> formula;  ///< of the selection's, instead of a column
  };
  /// What a term is of one run.
  struct Range {
    Fraction lower, upper;
    Certainty certainty = Certainty::kExact;
  };
  [[nodiscard]] Term term(const GateQuantity& quantity) const;
  [[nodiscard]] Amount total(const Term& term, size_t number) const;
  [[nodiscard]] std::optional<Amount> amount(const GateRow& row, const Term& term,
                                             const CostsByNode& run, size_t number) const;
  using KnownRange = std::expected<Range, NoGateMeasure>;
  [[nodiscard]] KnownRange range(const GateRow& row, const Term& term, const CostsByNode& run,
                                 size_t number) const;
  [[nodiscard]] KnownRange computed_range(const GateRow& row, const Term& term,
                                          const CostsByNode& run, size_t number) const;
  [[nodiscard]] static KnownRange divided(const KnownRange& first, const KnownRange& second);

  const DiffCosts* costs_;
  Term first_;
  std::optional<Term> second_;
  std::vector<Amount> calls_;  ///< by run: all calls, for rules about their total
};

/// Which formula of the selection a quantity is of; nothing where it is a cost or calls.
[[nodiscard]] std::optional<size_t> gate_formula(const Selection& selection,
                                                 const GateQuantity& quantity);

}  // namespace quern
