// SPDX-License-Identifier: MIT
#include "quern/query/query.h"

#include <fmt/format.h>

#include <utility>

#include "quern/base/median.h"
#include "quern/base/text.h"
#include "quern/query/query_program.h"
#include "quern/query/query_scanner.h"

namespace quern {

namespace {

std::optional<int128> value_of(const QueryQuantity& quantity, const QueryRow& row) {
  switch (quantity.kind) {
    case QueryQuantity::Kind::kSelf:
      return row.self(quantity.event);
    case QueryQuantity::Kind::kInclusive:
      return row.inclusive(quantity.event);
    case QueryQuantity::Kind::kCalls:
      break;
  }
  return row.calls();
}

bool agrees(std::strong_ordering order, QueryCompare compare) {
  switch (compare) {
    case QueryCompare::kBelow:
      return order < 0;
    case QueryCompare::kAtMost:
      return order <= 0;
    case QueryCompare::kAbove:
      return order > 0;
    case QueryCompare::kAtLeast:
      return order >= 0;
    case QueryCompare::kEqual:
      return order == 0;
    case QueryCompare::kUnequal:
      break;
  }
  return order != 0;
}

bool is_formula(const QueryQuantity& quantity, const QueryFormulas* formulas) {
  return formulas != nullptr && quantity.kind != QueryQuantity::Kind::kCalls &&
         formulas->of(quantity.event).has_value();
}

/// Of a cost or a formula.
std::optional<Fraction> fraction_of(const QueryQuantity& quantity, const QueryRow& row) {
  if (is_formula(quantity, row.formulas())) {
    return row.formulas()->value(*row.formulas()->of(quantity.event), quantity.kind, row);
  }
  const std::optional<int128> value = value_of(quantity, row);
  return value ? fraction(*value, 1) : std::nullopt;
}

/// The quotient or the value of a formula in one run.
std::optional<Fraction> ratio_of(const QueryComparison& comparison, const QueryRow& run) {
  const std::optional<Fraction> value = fraction_of(comparison.quantity, run);
  if (!comparison.divisor) {
    return value;
  }
  const std::optional<Fraction> divisor = fraction_of(*comparison.divisor, run);
  return value && divisor ? quotient(*value, *divisor) : std::nullopt;
}

/// A comparison whose value each run has its own of: the median of the runs that have one counts.
bool holds_of_runs(const QueryComparison& comparison, const QueryRow& row) {
  std::vector<Fraction> values;
  for (size_t run = 0; run < row.runs(); ++run) {
    if (const std::optional<Fraction> value = ratio_of(comparison, row.run(run))) {
      values.push_back(*value);
    }
  }
  return !values.empty() &&
         agrees(lower_median(std::move(values)) <=> comparison.number, comparison.compare);
}

/// Of an order of two sides that were both multiplied by `divisor`: which turns it round below 0.
bool agrees_multiplied(std::strong_ordering order, int128 divisor, QueryCompare compare) {
  return agrees(divisor < 0 ? 0 <=> order : order, compare);
}

bool holds(const QueryComparison& comparison, const QueryRow& row) {
  if (is_formula(comparison.quantity, row.formulas()) ||
      (comparison.divisor && (row.runs() > 1 || is_formula(*comparison.divisor, row.formulas())))) {
    return holds_of_runs(comparison, row);
  }
  const std::optional<int128> value = value_of(comparison.quantity, row);
  if (!value) {
    return false;
  }
  const Fraction& number = comparison.number;
  if (!comparison.divisor) {
    const int128 whole = comparison.is_share ? row.total(comparison.quantity.event) : int128{1};
    return agrees_multiplied(compare_products(*value, number.denominator, number.numerator, whole),
                             whole, comparison.compare);
  }
  const std::optional<int128> divisor = value_of(*comparison.divisor, row);
  if (!divisor || *divisor == 0) {
    return false;
  }
  return agrees_multiplied(compare_products(*value, number.denominator, number.numerator, *divisor),
                           *divisor, comparison.compare);
}

bool holds(const QueryMatch& match, const QueryRow& row, const MatchedNames& names) {
  const bool is_path = match.text == QueryText::kFile || match.text == QueryText::kObject;
  const std::string_view own = row.text(match.text);
  const std::string_view text = is_path ? own : matched_name(names, own);
  const bool fits = match.expression ? match.expression->fits(text) : text == match.literal;
  return fits != match.wants_no_fit;
}

}  // namespace

Query::Query(std::unique_ptr<const Program> program) : program_(std::move(program)) {}
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;
Query::~Query() = default;

std::span<const std::string> Query::events() const {
  return program_->events;
}

std::string_view Query::text() const {
  return program_->text;
}

bool Query::fits(const QueryRow& row) const {
  bool answer = false;
  const std::vector<QueryStep>& steps = program_->steps;
  for (size_t at = 0; at < steps.size(); ++at) {
    const QueryStep& step = steps[at];
    switch (step.kind) {
      case QueryStep::Kind::kCompare:
        answer = holds(program_->comparisons[step.index], row);
        break;
      case QueryStep::Kind::kMatch:
        answer = holds(program_->matches[step.index], row, names_);
        break;
      case QueryStep::Kind::kNegate:
        answer = !answer;
        break;
      case QueryStep::Kind::kSkipIfTrue:
      case QueryStep::Kind::kSkipIfFalse:
        if (answer == (step.kind == QueryStep::Kind::kSkipIfTrue)) {
          at = step.index - 1;  // the loop adds 1
        }
        break;
    }
  }
  return answer;
}

Result<void> Query::check(const QueryScope& scope) const {
  struct Ask {
    std::optional<size_t> place;
    bool is_answered;
    std::string_view what;
    std::string_view hint;
  };
  const auto quantity = [this](QueryQuantity::Kind kind) {
    return program_->quantity_places[static_cast<size_t>(kind)];
  };
  const auto text = [this](QueryText which) {
    return program_->text_places[static_cast<size_t>(which)];
  };
  constexpr std::string_view kNamed = "use --by function, stack or block";
  const Ask asks[] = {
      {quantity(QueryQuantity::Kind::kSelf), scope.self, "self cost",
       "write incl(E) for the inclusive cost of event E"},
      {quantity(QueryQuantity::Kind::kInclusive), scope.inclusive, "inclusive cost", ""},
      {quantity(QueryQuantity::Kind::kCalls), scope.calls, "number of calls", ""},
      {text(QueryText::kName), scope.names, "name", kNamed},
      {text(QueryText::kFile), scope.names, "file", kNamed},
      {text(QueryText::kObject), scope.names && scope.objects, "object",
       scope.names ? "use file" : kNamed},
      {text(QueryText::kGroup), scope.group, "group", "use --group-by or --groups"},
      {text(QueryText::kCaller), scope.neighbours, "caller", "use name, file or object"},
      {text(QueryText::kCallee), scope.neighbours, "callee", "use name, file or object"},
  };
  for (const Ask& ask : asks) {
    if (ask.place && !ask.is_answered) {
      return failure(QueryScanner(program_->text)
                         .error(*ask.place, fmt::format("{} has no {}", scope.rows, ask.what),
                                std::string(ask.hint)));
    }
  }
  return {};
}

Result<void> Query::check(const QueryScope& scope, const QueryFormulas& formulas) const {
  const QueryScanner scanner(program_->text);
  for (const QueryComparison& comparison : program_->comparisons) {
    for (const QueryQuantity* const each :
         {&comparison.quantity, comparison.divisor ? &*comparison.divisor : nullptr}) {
      if (each == nullptr || !is_formula(*each, &formulas)) {
        continue;
      }
      const std::string name = printable(program_->events[each->event]);
      if (comparison.is_share) {
        return failure(
            scanner.error(comparison.share_place,
                          fmt::format("a percentage needs a total, and '{}' is a ratio", name),
                          "write a number: 0.05 instead of 5%"));
      }
      if (!scope.calls && formulas.all[*formulas.of(each->event)].needs_calls) {
        return failure(scanner.error(
            each->place,
            fmt::format("{} has no number of calls, which '{}' needs", scope.rows, name)));
      }
    }
  }
  return {};
}

}  // namespace quern
