// SPDX-License-Identifier: MIT
//
// What a gate's rows show, in words that its texts and reports share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quern/compare/gate/gate.h"
#include "quern/output/answers/diff.h"
#include "quern/output/answers/gate.h"
#include "quern/output/render.h"

namespace quern {

/// "1,234"; what is no whole number with three decimals, "0.123".
[[nodiscard]] std::string value_text(const Fraction& value);
/// "-" where there is none.
[[nodiscard]] std::string value_text(const std::optional<Fraction>& value);
/// With its sign: "+12".
[[nodiscard]] std::string change_text(const std::optional<Fraction>& change);
/// "+1.23 %", or empty.
[[nodiscard]] std::string percent_phrase(const std::optional<Fraction>& percent);

// With marks: "≥ " where costs are lower bounds, "~ " where they are estimates.
[[nodiscard]] std::string was_text(const GateFinding& finding);
[[nodiscard]] std::string is_text(const GateFinding& finding);
[[nodiscard]] std::string change_text(const GateFinding& finding);
/// "; on estimates": what the verdict of a rule rests on, or nothing.
[[nodiscard]] std::string_view estimate_phrase(const GateVerdict& verdict);

/// ": 9,000 → 19,800 (+10,800, +120.00 %)"
[[nodiscard]] std::string finding_amounts(const GateFinding& finding);
/// The same behind the scope, without control characters.
[[nodiscard]] std::string finding_phrase(const GateFinding& finding);
/// "passed", "FAILED" or, for one beyond the limit among noise, "noise".
[[nodiscard]] std::string_view verdict_word(const GateFinding& finding);

/// A function that moved: "+10,800", "parse_item", " (new)".
struct Moved {
  std::string change, name, state;
  [[nodiscard]] std::string text() const { return change + " " + name + state; }
};
/// The first few by self cost.
[[nodiscard]] std::vector<Moved> most_moved(const Diff& moved, const Style& style);

/// "main → work → leaf" and "+480,300, +40,300 by more calls, +440,000 by more expensive calls";
/// empty without calls.
struct Why {
  std::string way, amounts;
  [[nodiscard]] std::string text() const { return way + ": " + amounts; }
};
[[nodiscard]] Why why_of(const Diff& moved, const Style& style);

/// "2 rules matched nothing: 'fn = a: Ir=+0', 'fn = b: Ir=+0'"; empty where all matched.
[[nodiscard]] std::string unmatched_phrase(const Gate& gate);

/// Both in lines: "moved: +10,800 parse_item", "why: main → work: +480,300, …".
[[nodiscard]] std::vector<std::string> gate_reasons(const Gate& gate);

}  // namespace quern
