// SPDX-License-Identifier: MIT
//
// Whether the new side keeps the rules, with what broke them, what came close, and what moved most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"
#include "quern/compare/gate/gate_rule.h"
#include "quern/compare/lines/line_pairs.h"
#include "quern/compare/lists/diff.h"

namespace quern {

/// The profile's total, a function, group, call or line under a rule.
struct GateFinding {
  std::string scope;  ///< "total", a name, "caller → callee", or "FILE:LINE"
  std::string file;   ///< of functions and lines, where it is known; for annotations
  /// Of functions, or of a call's caller: the line of `file` that function_lines() finds. Of lines
  /// their number. 0: not known.
  uint64_t line = 0;
  uint32_t node = 0;            ///< of the rule's comparison; of calls the caller's
  std::optional<Fraction> was;  ///< nothing where it was not there, is x / 0, or is not known
  std::optional<Fraction> is;   ///< as `was`
  bool has_base = false;        ///< whether there was an old side
  /// Nothing without a base, or where a side that is there has no value.
  std::optional<Fraction> change;
  std::optional<Fraction> percent;  ///< of the old cost
  /// Of the less sure one of `was` and `is`. Where one is a lower bound or an estimate, their
  /// change is an estimate.
  Certainty certainty = Certainty::kExact;
  /// Whether a value is missing since it is made of bounds, or beyond 128 bits: it keeps no limit.
  bool is_unknown = false;
  bool passed = true;
  bool is_noise = false;  ///< beyond the limit, but within what the runs of the sides differ by
};

struct GateVerdict {
  GateRule rule;
  bool passed = true;
  size_t checked = 0;  ///< rows that the rule is about
  size_t failed = 0;
  size_t estimated = 0;  ///< rows checked whose costs a filter split by a guess
  /// Of rules with limits that are no changes: what any row is at most in any run, in the limit's
  /// unit. Nothing where no row has a value.
  std::optional<Fraction> highest = {};
  /// Whether the verdict would be another if estimates were wrong: it passed, but not by exact
  /// costs and bounds alone, or nothing but estimates failed.
  bool rests_on_estimates = false;
  /// Those that failed, the largest change first, as many as the limit of rows; else the one with
  /// the largest change, if there is one.
  std::vector<GateFinding> findings;

  /// Whether the rule names something that is not there: most likely it is out of date. A rule
  /// about what is new matches nothing as long as nothing is.
  [[nodiscard]] bool matches_nothing() const { return checked == 0 && !rule.only_new; }
};

struct Gate {
  bool passed = true;
  std::vector<GateVerdict> verdicts;  ///< in the order of the rules
  Diff moved;                         ///< functions by change of self cost
  /// What rules about lines are about; null where there are none.
  std::shared_ptr<const LinePairs> lines = {};
};

/// Whether there is a side to compare with. Without one the runs of both sides are the same, rules
/// have limits alone (needs_base()), and findings have no old value and no change.
enum class GateBase : uint8_t { kGiven, kNone };

/// The selections of `runs` have a column for each event of the rules, by name; "" is the first.
/// Errors (Fault::kUsage): `needs-calls` for rules about calls that the inputs do not record,
/// `bad-rule` for rules about groups where the selections have no rules that make them, for shares
/// of ratios and for calls of lines, `no-lines`. Rules about lines need the records, and look for
/// sources and objects in `places`.
[[nodiscard]] Result<Gate> gate(const DiffRuns& runs, const std::vector<GateRule>& rules,
                                GateBase base = GateBase::kGiven, const PlacesOfSides& places = {});

/// The limit that a rule's rows would just keep, as a rule writes it, where it is lower than the
/// rule's own: rounded up where it is no whole number. Nothing for rules about changes, for those
/// that fit nothing, and where the verdict rests on estimates.
[[nodiscard]] std::optional<std::string> lower_limit(const GateVerdict& verdict);

}  // namespace quern
