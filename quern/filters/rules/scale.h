// SPDX-License-Identifier: MIT
//
// What if some functions cost less? The rules of --what-if RE=FACTOR multiply the self costs of
// functions by a factor between 0 and 1. The walk (scaled_sums.h, part_scaling.h) applies them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"
#include "quern/filters/rules/function_rules.h"

namespace quern {

class ScaleRules {
 public:
  /// Each word is RE=FACTOR, where the last = parts the two: "^parse=0", "malloc=50%", "f=0.25".
  /// Errors: `bad-filter`, `bad-regexp`.
  [[nodiscard]] static Result<ScaleRules> read(std::span<const std::string> words,
                                               const MatchedNames& names = {});
  [[nodiscard]] bool empty() const { return factors_.empty(); }
  [[nodiscard]] size_t size() const { return factors_.size(); }
  /// The first rule that fits.
  [[nodiscard]] std::optional<size_t> rule_for(const Identity& function) const;
  /// How many functions a rule is for.
  [[nodiscard]] size_t matched(const Symbols& symbols) const;
  /// The cost times the factor of a rule, rounded down.
  [[nodiscard]] int128 scaled(size_t rule, int128 cost) const;

 private:
  std::vector<FunctionRules> functions_;
  std::vector<Fraction> factors_;
};

}  // namespace quern
