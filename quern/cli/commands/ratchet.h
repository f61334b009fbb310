// SPDX-License-Identifier: MIT
//
// Limits in a file of their own, of which each run may lower some and none can raise any:
//   max = [
//     "Ir=1e9",              # the grammar of `gate --max`
//     "fn = main: calls=1",
//   ]
// at the top or below [gate]. A lower limit takes the place of the old one's characters; all else
// in the file stays as it is.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/gate/gate_rule.h"

namespace quern::cli {

struct Ratchet {
  std::string file;
  std::string text;
  std::vector<GateRule> rules;
  std::vector<Place> places;  ///< of the rules' texts, with their quotes
};

/// Errors (Fault::kUsage), with the place: `bad-config`, `unknown-key`; `bad-rule`, also for rules
/// that need a base; `missing-argument` for a file without rules.
[[nodiscard]] Result<Ratchet> parse_ratchet(std::string_view text, const std::string& file);
[[nodiscard]] Result<Ratchet> read_ratchet(const std::string& file);

/// The file's text with other limits, by rule; nothing: as it is. Error: `bad-config` with the
/// place, where a limit is not written as it is read: with escapes, in a text of several lines.
[[nodiscard]] Result<std::string> with_limits(const Ratchet& ratchet,
                                              std::span<const std::optional<std::string>> limits);

}  // namespace quern::cli
