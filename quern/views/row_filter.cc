// SPDX-License-Identifier: MIT
#include "quern/views/row_filter.h"

#include <utility>

#include "quern/views/computed_values.h"
#include "quern/views/event_choice.h"

namespace quern {

RowFilter row_filter(std::shared_ptr<const Query> query, const Selection& selection) {
  using Needed = ComputedColumn::Operand::Kind;
  using Kind = QueryFormula::Operand::Kind;
  RowFilter filter;
  const auto add_column = [&filter](size_t column) {
    filter.columns.push_back(column);
    return filter.columns.size() - 1;
  };
  for (const std::string& name : query->events()) {
    const std::optional<size_t> formula = computed_named(selection, name);
    const size_t shown = index_of(selection.columns, name);
    (void)add_column(formula || name.empty()            ? selection.sort_column
                     : shown < selection.columns.size() ? shown
                                                        : shown + index_of(selection.beside, name));
    filter.formulas.by_event.push_back(formula);
  }
  filter.query = std::move(query);
  for (const ComputedColumn& column : selection.computed) {
    QueryFormula& formula = filter.formulas.all.emplace_back();
    formula.formula = column.formula;
    formula.needs_calls = needs_calls(selection, filter.formulas.all.size() - 1);
    for (const ComputedColumn::Operand& operand : column.operands) {
      formula.operands.push_back(operand.kind == Needed::kCost
                                     ? QueryFormula::Operand{Kind::kCost, add_column(operand.index)}
                                 : operand.kind == Needed::kCalls
                                     ? QueryFormula::Operand{Kind::kCalls, 0}
                                     : QueryFormula::Operand{Kind::kFormula, operand.index});
    }
  }
  return filter;
}

std::string_view text_of(const RowName& name, QueryText which) {
  switch (which) {
    case QueryText::kFile:
      return name.file;
    case QueryText::kObject:
      return name.object;
    case QueryText::kName:
    case QueryText::kGroup:
    case QueryText::kCaller:
    case QueryText::kCallee:
      break;
  }
  return name.name;
}

std::string_view NodeRow::text(QueryText which) const {
  return text_of(costs_->nodes().name(node_), which);
}

std::optional<int128> NodeRow::self(size_t event) const {
  return costs_->self(node_, column(event));
}

std::optional<int128> NodeRow::inclusive(size_t event) const {
  return lower_of(costs_->inclusive(node_, column(event)));
}

std::optional<int128> NodeRow::calls() const {
  return costs_->calls(node_);
}

std::optional<int128> NodeRow::exact_self(size_t event) const {
  return known_exactly(costs_->self_amount(node_, column(event)));
}

std::optional<int128> NodeRow::exact_inclusive(size_t event) const {
  return known_exactly(costs_->inclusive(node_, column(event)));
}

std::optional<int128> NodeRow::exact_calls() const {
  return known_exactly(costs_->calls_amount(node_));
}

std::string_view EdgeRow::text(QueryText which) const {
  const bool wants_caller =
      which == QueryText::kCaller || (which != QueryText::kCallee && named_ == Named::kCaller);
  const CallGraph& calls = *graph_.calls;
  return text_of(graph_.nodes->name(wants_caller ? calls.caller(edge_) : calls.callee(edge_)),
                 which);
}

std::optional<int128> EdgeRow::inclusive(size_t event) const {
  return graph_.calls->inclusive(edge_, column(event));
}

std::optional<int128> EdgeRow::calls() const {
  return graph_.counts_calls ? std::optional(graph_.calls->count(edge_)) : std::nullopt;
}

std::optional<int128> EdgeRow::exact_inclusive(size_t event) const {
  return known_exactly(graph_.calls->inclusive_amount(edge_, column(event)));
}

std::optional<int128> EdgeRow::exact_calls() const {
  return graph_.counts_calls ? known_exactly(graph_.calls->count_amount(edge_)) : std::nullopt;
}

}  // namespace quern
