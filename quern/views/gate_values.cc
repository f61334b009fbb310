// SPDX-License-Identifier: MIT
#include "quern/views/gate_values.h"

#include <algorithm>

#include "quern/views/event_choice.h"
#include "quern/views/median.h"

namespace quern {

namespace {

bool is_less(const Fraction& left, const Fraction& right) {
  return compare(left, right) < 0;
}

int128 all_calls(const CostsByNode& run) {
  int128 calls = 0;
  const CallGraph& graph = run.graph();
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    calls += graph.count(edge);
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

int128 GateValues::new_total() const {
  return costs_->totals(Version::kNew)[first_.column];
}

/// `number`: of the run, counted over both sides.
std::optional<Amount> GateValues::amount(const GateRow& row, const Term& term,
                                         const CostsByNode& run, size_t number) const {
  using enum GateQuantity::Kind;
  if (row.rows == GateRows::kTotal) {
    return Exact{term.kind == kCalls ? calls_[number] : costs_->run_totals(number)[term.column]};
  }
  if (row.rows == GateRows::kNodes) {
    if (term.kind == kInclusive) {
      return run.inclusive(row.node, term.column);
    }
    const std::optional<int128> cost =
        term.kind == kCalls ? run.calls(row.node) : std::optional(run.self(row.node, term.column));
    return cost ? std::optional<Amount>(Exact{*cost}) : std::nullopt;
  }
  const std::optional<uint32_t> edge = edge_of(run, caller_of(row.edge), callee_of(row.edge));
  if (!edge) {
    return Exact{0};
  }
  return Exact{term.kind == kCalls ? run.graph().count(*edge)
                                   : run.graph().inclusive(*edge, term.column)};
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
  bool is_exact = true;
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
      is_exact = is_exact && certainty_of(*first) == Certainty::kExact &&
                 certainty_of(*second) == Certainty::kExact;
    }
  }
  if (values.empty()) {
    return std::nullopt;
  }
  std::ranges::sort(values, is_less);
  const Fraction median = lower_median(values, is_less);
  return GateValue{median, values.front(), values.back(), lower_median(most, is_less), is_exact};
}

}  // namespace quern
