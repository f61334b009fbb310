// SPDX-License-Identifier: MIT
#include "quern/compare/gate/gate_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "quern/base/text.h"
#include "quern/compare/gate/gate_measures.h"
#include "quern/query/codes.h"
#include "quern/query/computed_values.h"
#include "quern/query/row_query.h"

namespace quern {

namespace {

/// Whether some run tells nothing of who called whom.
bool lacks_edges(const DiffCosts& costs) {
  const auto tells_none = [](const CostsByNode& run) {
    return !run.has_calls() && run.graph().edge_count() == 0;
  };
  return std::ranges::any_of(costs.all(), tells_none);
}

bool asks_for_calls(const GateRule& rule, const Selection& selection) {
  const QueryScope without = {.rows = "", .calls = false, .neighbours = true};
  return rule.query && (!rule.query->check(without) ||
                        !rule.query->check(without, row_filter(rule.query, selection).formulas));
}

/// Whether a quantity is a number of calls, or made of one.
bool counts_calls(const GateQuantity& quantity, const Selection& selection) {
  const std::optional<size_t> formula = gate_formula(selection, quantity);
  return quantity.kind == GateQuantity::Kind::kCalls ||
         (formula && needs_calls(selection, *formula));
}

bool measures_calls(const GateRule& rule, const Selection& selection) {
  return counts_calls(rule.quantity, selection) ||
         (rule.divisor && counts_calls(*rule.divisor, selection));
}

/// Whether a rule is about calls that are not known: exact stacks tell who called whom, and not
/// always how often.
bool lacks_calls(const GateRule& rule, const DiffCosts& costs) {
  const Selection& selection = costs.selection();
  return !costs.has_calls() &&
         (measures_calls(rule, selection) || asks_for_calls(rule, selection) ||
          (rule.rows == GateRows::kCalls && lacks_edges(costs)));
}

/// What a rule cannot ask of a formula, which no text tells from an event.
Result<void> check_ratios(const GateRule& rule, const Selection& selection) {
  const bool is_share = rule.limit.is_percent && !rule.limit.is_change;
  if (is_share && gate_formula(selection, rule.quantity)) {
    return failure(usage_error(
        kBadRule.name,
        fmt::format(
            "the rule '{}' limits a share of a total, and '{}' is a ratio, which has no total",
            printable(rule.text), printable(rule.quantity.event)),
        "write a number, such as 0.05, or a change, such as +1%"));
  }
  return rule.query ? rule.query->check(rule.scope(), row_filter(rule.query, selection).formulas)
                    : Result<void>();
}

}  // namespace

Result<void> check_rule(const GateRule& rule, const Selection& selection) {
  if (rule.by == GroupBy::kRules && !selection.rules) {
    return failure(usage_error(kBadRule.name,
                               fmt::format("the rule '{}' is about groups, but no groups are "
                                           "defined",
                                           printable(rule.text)),
                               "define groups with --groups FILE"));
  }
  if (Result<void> sound = check_ratios(rule, selection); !sound) {
    return sound;
  }
  if (!rule.scope().calls && measures_calls(rule, selection)) {
    return failure(
        usage_error(kBadRule.name,
                    fmt::format("the rule '{}' needs a number of calls, which {} does not have",
                                printable(rule.text), rule.scope().rows),
                    "limit costs, or formulas of costs"));
  }
  return {};
}

Result<void> check_calls(const GateRule& rule, const DiffCosts& costs) {
  if (lacks_calls(rule, costs)) {
    return failure(usage_error(
        kNeedsCalls.name,
        fmt::format("the rule '{}' is about calls, which these profiles do not record",
                    printable(rule.text)),
        "Cachegrind does not record calls; Callgrind and Xdebug do, see `quern help recording`"));
  }
  return {};
}

}  // namespace quern
