// SPDX-License-Identifier: MIT
#include "quern/compare/gate/gate_measures.h"

#include <algorithm>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/base/median.h"
#include "quern/query/computed_values.h"
#include "quern/query/event_choice.h"

namespace quern {

namespace {

Amount all_calls(const CostsByNode& run) {
  Amount calls;
  const CallGraph& graph = run.graph();
  for (size_t callee = 0; callee < graph.node_count(); ++callee) {
    calls = sum_of(calls, graph.calls_amount(callee), false);
  }
  return calls;
}

}  // namespace

std::optional<size_t> gate_formula(const Selection& selection, const GateQuantity& quantity) {
  return quantity.kind == GateQuantity::Kind::kCalls
             ? std::nullopt
             : computed_named(selection, full_name(selection, quantity.event));
}

GateMeasures::GateMeasures(const DiffCosts& costs, const LinePairs* lines, const GateRule& rule)
    : costs_(&costs), lines_(lines), first_(term(rule.quantity)) {
  if (rule.divisor) {
    second_ = term(*rule.divisor);
  }
  if (rule.rows == GateRows::kTotal) {
    std::ranges::transform(costs.all(), std::back_inserter(calls_), all_calls);
  }
}

GateMeasures::Term GateMeasures::term(const GateQuantity& quantity) const {
  const Selection& selection = costs_->selection();
  const size_t column = quantity.event.empty()
                            ? 0
                            : index_of(selection.columns, full_name(selection, quantity.event));
  return {quantity.kind, column, gate_formula(selection, quantity)};
}

Amount GateMeasures::new_total() const {
  return costs_->totals(Version::kNew)[first_.column];
}

/// The total of run `number`, counted over both sides: the old runs come first.
Amount GateMeasures::total(const Term& term, size_t number) const {
  if (term.kind == GateQuantity::Kind::kCalls) {
    return calls_[number];
  }
  return costs_->run_total(number, term.column);
}

std::optional<Amount> GateMeasures::amount(const GateRow& row, const Term& term,
                                           const CostsByNode& run, size_t number) const {
  using enum GateQuantity::Kind;
  if (row.rows == GateRows::kTotal) {
    return total(term, number);
  }
  if (row.rows == GateRows::kLines) {
    return lines_->cost(row.line, number, term.column,
                        term.kind == kSelf ? LineCostKind::kSelf : LineCostKind::kWithInlined);
  }
  if (row.rows == GateRows::kNodes) {
    return term.kind == kInclusive ? run.inclusive(row.node, term.column)
           : term.kind == kCalls   ? run.calls_amount(row.node)
                                   : std::optional(run.self_amount(row.node, term.column));
  }
  const std::optional<uint32_t> edge = edge_of(run, caller_of(row.edge), callee_of(row.edge));
  if (!edge) {
    return Exact{0};
  }
  return term.kind == kCalls ? run.graph().count_amount(*edge)
                             : run.graph().inclusive_amount(*edge, term.column);
}

/// A formula of estimates is an estimate. One of bounds has no value: a formula need not rise with
/// its operands, so that its values at the bounds are no bounds. Formulas before this one are
/// worked out too, since it may use them.
GateMeasures::KnownRange GateMeasures::computed_range(const GateRow& row, const Term& term,
                                                      const CostsByNode& run, size_t number) const {
  using Kind = FormulaOperand::Kind;
  const std::vector<ComputedColumn>& formulas = costs_->runs().run(number).selection.computed;
  std::vector<KnownRange> values;
  for (size_t at = 0; at <= *term.formula; ++at) {
    ComputedRow operands;
    ComputedRow numbers;  // also bounds that are equal: enough to see a division by 0
    Certainty certainty = Certainty::kExact;
    NoGateMeasure lack = NoGateMeasure::kTooLarge;
    for (const FormulaOperand& operand : formulas[at].operands) {
      const bool is_calls = operand.kind == Kind::kCalls;
      const Term cost{is_calls ? GateQuantity::Kind::kCalls : term.kind, operand.index, {}};
      const KnownRange known =
          operand.kind == Kind::kFormula ? values[operand.index] : range(row, cost, run, number);
      const bool has_value = known && known->certainty != Certainty::kBounded;
      const bool is_number = known && known->lower == known->upper;
      operands.push_back(has_value ? std::optional(known->lower) : std::nullopt);
      numbers.push_back(is_number ? std::optional(known->lower) : std::nullopt);
      if (has_value && known->certainty == Certainty::kEstimated) {
        certainty = Certainty::kEstimated;
      }
      if (!has_value) {
        lack = std::max(lack, known ? NoGateMeasure::kBounds : known.error());
      }
    }
    const std::optional<Fraction> value = formulas[at].formula.evaluate(operands);
    const auto is_by_zero = [&](const FormulaOperand& operand) {
      return operand.kind == Kind::kFormula && !values[operand.index] &&
             values[operand.index].error() == NoGateMeasure::kByZero;
    };
    if (value) {
      values.emplace_back(Range{*value, *value, certainty});
    } else if (formulas[at].formula.divides_by_zero(numbers) ||
               std::ranges::any_of(formulas[at].operands, is_by_zero)) {
      values.emplace_back(std::unexpected(NoGateMeasure::kByZero));
    } else {
      values.emplace_back(std::unexpected(lack));
    }
  }
  return values.back();
}

GateMeasures::KnownRange GateMeasures::range(const GateRow& row, const Term& term,
                                             const CostsByNode& run, size_t number) const {
  if (term.formula) {
    return computed_range(row, term, run, number);
  }
  const std::optional<Amount> known = amount(row, term, run, number);
  if (!known) {
    return std::unexpected(NoGateMeasure::kNotThere);
  }
  return Range{{lower_of(*known), 1}, {upper_of(*known), 1}, certainty_of(*known)};
}

/// The quotient of two ranges: from the least to the greatest quotient of their bounds, unless the
/// divisor may be 0. A divisor that is certainly 0 comes first among the reasons for no value.
GateMeasures::KnownRange GateMeasures::divided(const KnownRange& first, const KnownRange& second) {
  const bool is_by_zero = second && second->lower.numerator == 0 && second->upper.numerator == 0;
  for (const KnownRange* term : {&first, &second}) {
    if (is_by_zero || (!*term && term->error() == NoGateMeasure::kByZero)) {
      return std::unexpected(NoGateMeasure::kByZero);
    }
  }
  if (!first || !second) {
    return std::unexpected(std::max(first ? NoGateMeasure::kNotThere : first.error(),
                                    second ? NoGateMeasure::kNotThere : second.error()));
  }
  if (second->lower.numerator <= 0 && second->upper.numerator >= 0) {
    return std::unexpected(NoGateMeasure::kBounds);
  }
  std::vector<Fraction> quotients;
  for (const Fraction& above : {first->lower, first->upper}) {
    for (const Fraction& below : {second->lower, second->upper}) {
      const std::optional<Fraction> each = quotient(above, below);
      if (!each) {
        return std::unexpected(NoGateMeasure::kTooLarge);
      }
      quotients.push_back(*each);
    }
  }
  const auto [least, most] = std::ranges::minmax(quotients);
  return Range{least, most, std::max(first->certainty, second->certainty)};
}

bool GateMeasures::is_there(const GateRow& row, Version side) const {
  switch (row.rows) {
    case GateRows::kTotal:
      return true;
    case GateRows::kNodes:
      return costs_->nodes().name(row.node, side).has_value();
    case GateRows::kLines:
      return lines_->has(row.line, side);
    case GateRows::kCalls:
      break;
  }
  return costs_->has_edge(find_edge(*costs_, row.edge), side);
}

std::expected<GateMeasure, NoGateMeasure> GateMeasures::of(const GateRow& row, Version side) const {
  if (!is_there(row, side)) {
    return std::unexpected(NoGateMeasure::kNotThere);
  }
  std::vector<Fraction> values;
  std::vector<Fraction> most;
  Certainty certainty = Certainty::kExact;
  NoGateMeasure lack = NoGateMeasure::kByZero;
  size_t number = costs_->runs().range(side).first;
  for (const CostsByNode& run : costs_->of(side)) {
    const KnownRange first = range(row, first_, run, number);
    const KnownRange known = second_ ? divided(first, range(row, *second_, run, number)) : first;
    ++number;
    if (!known) {
      lack = std::max(lack, known.error());
      continue;
    }
    values.push_back(known->lower);
    most.push_back(known->upper);
    certainty = std::max(certainty, known->certainty);
  }
  // Runs that divide by 0 have no value and are left out of the median. An unknown value could be
  // anything, so that there is no median with it.
  if (values.empty() || lack > NoGateMeasure::kByZero) {
    return std::unexpected(lack);
  }
  const auto [low, high] = std::ranges::minmax(values);
  const RatioRange range{low, high};
  return GateMeasure{lower_median(std::move(values)), range, lower_median(most),
                     std::ranges::max(most), certainty};
}

}  // namespace quern
