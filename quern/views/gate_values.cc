// SPDX-License-Identifier: MIT
#include "quern/views/gate_values.h"

#include <algorithm>

#include "quern/views/amount_sums.h"
#include "quern/views/computed_values.h"
#include "quern/views/diff_files.h"
#include "quern/views/event_choice.h"
#include "quern/views/median.h"

namespace quern {

namespace {

bool is_less(const Fraction& left, const Fraction& right) {
  return compare(left, right) < 0;
}

Amount all_calls(const CostsByNode& run) {
  Amount calls;
  const CallGraph& graph = run.graph();
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    calls = sum_of(calls, graph.count_amount(edge), false);
  }
  return calls;
}

}  // namespace

std::optional<size_t> gate_formula(const Selection& selection, const GateQuantity& quantity) {
  if (quantity.kind == GateQuantity::Kind::kCalls) {
    return std::nullopt;
  }
  const auto found = std::ranges::find(
      selection.computed, quantity.event,
      [](const ComputedColumn& column) -> const std::string& { return column.event.name; });
  return found == selection.computed.end()
             ? std::nullopt
             : std::optional(static_cast<size_t>(found - selection.computed.begin()));
}

GateValues::GateValues(const DiffCosts& costs, const GateRule& rule)
    : costs_(&costs), first_(term(rule.quantity)) {
  if (rule.divisor) {
    second_ = term(*rule.divisor);
  }
  if (rule.rows == GateRows::kTotal) {
    for (const Version side : {Version::kOld, Version::kNew}) {
      for (const CostsByNode& run : costs.of(side)) {
        calls_.push_back(all_calls(run));
      }
    }
  }
}

GateValues::Term GateValues::term(const GateQuantity& quantity) const {
  const Selection& selection = costs_->selection();
  const size_t column = quantity.event.empty() ? 0 : index_of(selection.columns, quantity.event);
  return {quantity.kind, column, gate_formula(selection, quantity)};
}

Amount GateValues::new_total() const {
  return costs_->totals(Version::kNew)[first_.column];
}

/// Of all that a run cost; runs are counted over both sides.
Amount GateValues::total(const Term& term, size_t number) const {
  if (term.kind == GateQuantity::Kind::kCalls) {
    return calls_[number];
  }
  return amount_of(costs_->run_totals(number)[term.column],
                   run_at(costs_->runs(), number).selection.has_estimated_totals);
}

std::optional<Amount> GateValues::amount(const GateRow& row, const Term& term,
                                         const CostsByNode& run, size_t number) const {
  using enum GateQuantity::Kind;
  if (row.rows == GateRows::kTotal) {
    return total(term, number);
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

/// A formula of estimates is an estimate. One of bounds has no value: it may be outside of what it
/// is at the two.
std::optional<GateValues::Range> GateValues::computed_range(const GateRow& row, const Term& term,
                                                            const CostsByNode& run,
                                                            size_t number) const {
  using Kind = ComputedColumn::Operand::Kind;
  const std::vector<ComputedColumn>& formulas = run_at(costs_->runs(), number).selection.computed;
  ComputedRow values;
  std::vector<Certainty> certainties;
  for (size_t at = 0; at <= *term.formula; ++at) {
    ComputedRow operands;
    Certainty& certainty = certainties.emplace_back(Certainty::kExact);
    for (const ComputedColumn::Operand& operand : formulas[at].operands) {
      if (operand.kind == Kind::kComputed) {
        operands.push_back(values[operand.index]);
        certainty = std::max(certainty, certainties[operand.index]);
        continue;
      }
      const bool is_calls = operand.kind == Kind::kCalls;
      const Term cost{is_calls ? GateQuantity::Kind::kCalls : term.kind, operand.index, {}};
      const std::optional<Amount> known = amount(row, cost, run, number);
      const bool has_value = known && !std::holds_alternative<Bounded>(*known);
      operands.push_back(has_value ? fraction(lower_of(*known), 1) : std::nullopt);
      certainty = std::max(certainty, has_value ? certainty_of(*known) : Certainty::kExact);
    }
    values.push_back(formulas[at].formula.evaluate(operands));
  }
  const std::optional<Fraction>& value = values.back();
  return value ? std::optional(Range{*value, *value, certainties.back()}) : std::nullopt;
}

std::optional<GateValues::Range> GateValues::range(const GateRow& row, const Term& term,
                                                   const CostsByNode& run, size_t number) const {
  if (term.formula) {
    return computed_range(row, term, run, number);
  }
  const std::optional<Amount> known = amount(row, term, run, number);
  return known ? std::optional(
                     Range{{lower_of(*known), 1}, {upper_of(*known), 1}, certainty_of(*known)})
               : std::nullopt;
}

bool GateValues::is_there(const GateRow& row, Version side) const {
  switch (row.rows) {
    case GateRows::kTotal:
      return true;
    case GateRows::kNodes:
      return costs_->nodes().name(row.node, side).has_value();
    case GateRows::kCalls:
      break;
  }
  return costs_->has_edge(find_edge(*costs_, row.edge), side);
}

std::optional<GateValue> GateValues::of(const GateRow& row, Version side) const {
  if (!is_there(row, side)) {
    return std::nullopt;
  }
  std::vector<Fraction> values;
  std::vector<Fraction> most;
  Certainty certainty = Certainty::kExact;
  size_t number = side == Version::kOld ? 0 : costs_->of(Version::kOld).size();
  for (const CostsByNode& run : costs_->of(side)) {
    const std::optional<Range> first = range(row, first_, run, number);
    const std::optional<Range> second =
        second_ ? range(row, *second_, run, number) : std::optional(Range{{1, 1}, {1, 1}});
    ++number;
    if (!first || !second) {
      continue;
    }
    // What is divided by bounds can be anything between: its lower bound is that of the two.
    const std::optional<Fraction> lower = quotient(first->lower, second->upper);
    const std::optional<Fraction> upper = quotient(first->upper, second->lower);
    if (lower && upper) {
      values.push_back(*lower);
      most.push_back(*upper);
      certainty = std::max({certainty, first->certainty, second->certainty});
    }
  }
  if (values.empty()) {
    return std::nullopt;
  }
  std::ranges::sort(values, is_less);
  const Fraction median = lower_median(values, is_less);
  const Fraction highest = *std::ranges::max_element(most, is_less);
  return GateValue{median,  values.front(), values.back(), lower_median(most, is_less),
                   highest, certainty};
}

}  // namespace quern
