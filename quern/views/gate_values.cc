// SPDX-License-Identifier: MIT
#include "quern/views/gate_values.h"

#include <algorithm>

#include "quern/views/amount_sums.h"
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

size_t gate_column(const Selection& selection, std::string_view event) {
  return event.empty() ? 0 : index_of(selection.columns, event);
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
  return {quantity.kind, gate_column(costs_->selection(), quantity.event)};
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

bool GateValues::is_there(const GateRow& row, Version side) const {
  switch (row.rows) {
    case GateRows::kTotal:
      return true;
    case GateRows::kNodes:
      return costs_->nodes().name(row.node, side).has_value();
    case GateRows::kCalls:
      break;
  }
  return costs_->has_edge(caller_of(row.edge), callee_of(row.edge), side);
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
    const std::optional<Amount> first = amount(row, first_, run, number);
    const std::optional<Amount> second =
        second_ ? amount(row, *second_, run, number) : std::optional<Amount>(Exact{1});
    ++number;
    if (!first || !second) {
      continue;
    }
    // What is divided by bounds can be anything between: its lower bound is that of the two.
    const std::optional<Fraction> lower = fraction(lower_of(*first), upper_of(*second));
    const std::optional<Fraction> upper = fraction(upper_of(*first), lower_of(*second));
    if (lower && upper) {
      values.push_back(*lower);
      most.push_back(*upper);
      certainty = std::max({certainty, certainty_of(*first), certainty_of(*second)});
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
