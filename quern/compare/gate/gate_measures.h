// SPDX-License-Identifier: MIT
//
// What a rule of `gate` measures of a row: on each side the median of its runs, and their range.
// gate.cc holds the limit against it. Costs on cycles may be known only as bounds: the measure is
// then the lower bound, and the upper one shows whether a limit is certainly kept.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "quern/compare/gate/gate_rule.h"
#include "quern/compare/lines/line_pairs.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/compare/match/diff_costs.h"

namespace quern {

/// The total, a node, an edge or a line.
struct GateRow {
  GateRows rows = GateRows::kTotal;
  uint32_t node = 0;
  EdgeKey edge = 0;
  uint32_t line = 0;  ///< of LinePairs
};

/// A measure on one side.
struct GateMeasure {
  Fraction median;   ///< of the lower bounds
  RatioRange range;  ///< of the lower bounds
  Fraction most;     ///< the median of the upper bounds
  Fraction highest;  ///< the highest upper bound of any run: what a lowered limit must allow
  Certainty certainty = Certainty::kExact;
};

/// Why there is no measure. The order matters: of several reasons the last one counts.
enum class NoGateMeasure : uint8_t {
  kNotThere,  ///< the side has no such row
  kByZero,    ///< it is x / 0
  kTooLarge,  ///< it exceeds 128 bits
  kBounds,    ///< a formula or a divisor of which only bounds are known
};

class GateMeasures {
 public:
  /// Keeps references. `lines`: null where the rule is not about lines.
  GateMeasures(const DiffCosts& costs, const LinePairs* lines, const GateRule& rule);

  /// Whether that side has such a row.
  [[nodiscard]] bool is_there(const GateRow& row, Version side) const;
  [[nodiscard]] std::expected<GateMeasure, NoGateMeasure> of(const GateRow& row,
                                                             Version side) const;
  /// The total of the measure's event on the new side: what a limit in percent is of.
  [[nodiscard]] Amount new_total() const;

 private:
  /// A quantity of the rule, found in the selection.
  struct Term {
    GateQuantity::Kind kind;
    size_t column;
    std::optional<size_t> formula;  ///< index of a formula, instead of `column`
  };
  /// A term in one run: both bounds, which are equal where the cost is known.
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
  const LinePairs* lines_;
  Term first_;
  std::optional<Term> second_;
  std::vector<Amount> calls_;  ///< by run: all calls, for rules about their total
};

/// Which formula of the selection a quantity is of; nothing where it is a cost or calls.
[[nodiscard]] std::optional<size_t> gate_formula(const Selection& selection,
                                                 const GateQuantity& quantity);

}  // namespace quern
