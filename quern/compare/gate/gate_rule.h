// SPDX-License-Identifier: MIT
//
// One rule of a gate, such as `fn ~ /^parse_/: Ir=+0`; docs/topics/gate-rules.md has examples of
// all: RULE = [[`by` KEY] [`new`] [QUERY] `: `] MEASURE `=` LIMIT MEASURE = QUANTITY [`/`
// QUANTITY], QUANTITY = EVENT, self(EVENT), incl(EVENT) or calls LIMIT = number with k, M or G: the
// most there may be; with + or -: the most it may change by;
//   with %: of the old cost, or without a sign of the new total.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/analysis/groups/grouping.h"
#include "quern/base/result.h"
#include "quern/query/query.h"

namespace quern {

struct GateQuantity {
  enum class Kind : uint8_t {
    kSelf,
    kInclusive,
    kCalls,
    kWithInlined,  ///< of lines: with what was inlined there, where that is known
  };
  Kind kind = Kind::kSelf;
  std::string event;  ///< empty of calls
};

struct GateLimit {
  Fraction number;
  bool is_change = false;   ///< it was written with a sign
  bool is_percent = false;  ///< of the old cost; without a sign, of the new total
  std::string text;         ///< "+1%"
};

/// A place in a source or configuration file, for reports that point at one.
struct ReportPlace {
  std::string file;   ///< empty: not known
  uint64_t line = 0;  ///< from 1; 0: not known
  bool operator==(const ReportPlace&) const = default;
};

/// What a rule is about: the total of the profile, each function or group, each call, or each line
/// of source code.
enum class GateRows : uint8_t { kTotal, kNodes, kCalls, kLines };

struct GateRule {
  std::string text;
  GateRows rows = GateRows::kTotal;
  GroupBy by = GroupBy::kFunction;
  bool only_new = false;
  std::shared_ptr<const Query> query = {};  ///< null: all rows
  GateQuantity quantity;
  std::optional<GateQuantity> divisor = {};
  std::string measure;  ///< "incl(Ir)"
  GateLimit limit;
  ReportPlace written = {};  ///< where a file sets it; no file: on the command line

  /// Whether it is about a change or about what is new, and not about what there is alone.
  [[nodiscard]] bool needs_base() const { return limit.is_change || only_new; }
  /// What its rows can be asked for.
  [[nodiscard]] QueryScope scope() const;
  /// All events that it needs, each once; "" stands for the first event.
  [[nodiscard]] std::vector<std::string> events() const;
};

/// Errors (Fault::kUsage), with the place: `bad-rule`; of its query `bad-query`, `bad-regexp`.
[[nodiscard]] Result<GateRule> read_gate_rule(std::string_view text);

}  // namespace quern
