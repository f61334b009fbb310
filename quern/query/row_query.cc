// SPDX-License-Identifier: MIT
#include "quern/query/row_query.h"

#include <utility>

#include "quern/query/computed_values.h"
#include "quern/query/event_choice.h"

namespace quern {

RowQuery row_filter(std::shared_ptr<const Query> query, const Selection& selection) {
  RowQuery filter;
  const auto add_column = [&filter](size_t column) {
    filter.columns.push_back(column);
    return filter.columns.size() - 1;
  };
  for (const std::string& word : query->events()) {
    const std::string_view name = full_name(selection, word);
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
    formula.operands = column.operands;
    for (FormulaOperand& operand : formula.operands) {
      if (operand.kind == FormulaOperand::Kind::kCost) {
        operand.index = add_column(operand.index);
      }
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

}  // namespace quern
