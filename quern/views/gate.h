// SPDX-License-Identifier: MIT
//
// Whether the new side keeps the rules, with what broke them, what came close, and what moved most.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/fraction.h"
#include "quern/base/result.h"
#include "quern/views/diff.h"
#include "quern/views/gate_rule.h"

namespace quern {

/// The profile's total, a function, group or call under a rule.
struct GateFinding {
  std::string scope;            ///< "total", a name, or "caller → callee"
  std::string file;             ///< of functions, where it is known; for annotations
  std::optional<Fraction> was;  ///< nothing where it was not there, or is x / 0
  std::optional<Fraction> is;   ///< likewise
  std::optional<Fraction> change;
  std::optional<Fraction> percent;  ///< of the old cost
  /// False where a cost is a lower bound: `was` and `is` are bounds then, and their change is an
  /// estimate.
  bool is_exact = true;
  bool passed = true;
  bool is_noise = false;  ///< beyond the limit, but within what the runs of the sides differ by
};

struct GateVerdict {
  GateRule rule;
  bool passed = true;
  size_t checked = 0;  ///< rows that the rule is about
  size_t failed = 0;
  /// Those that failed, the largest change first, as many as the limit of rows; else the one with
  /// the largest change, if there is one.
  std::vector<GateFinding> findings;
};

struct Gate {
  bool passed = true;
  std::vector<GateVerdict> verdicts;  ///< in the order of the rules
  Diff moved;                         ///< functions by change of self cost
};

/// The selections of `runs` have a column for each event of the rules, by name; "" is the first.
/// Errors (Fault::kUsage): `needs-calls` for rules about calls that the inputs do not record,
/// `bad-rule` for rules about groups where the selections have no rules that make them.
[[nodiscard]] Result<Gate> gate(const DiffRuns& runs, const std::vector<GateRule>& rules);

}  // namespace quern
