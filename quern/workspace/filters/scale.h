// SPDX-License-Identifier: MIT
//
// What if some functions cost less? --what-if RE=FACTOR multiplies the self costs of functions by a
// factor between 0 and 1; what called them follows. Rows of a function are rounded so that they add
// up to its own cost times the factor, rounded down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"
#include "quern/workspace/filters/choose.h"
#include "quern/workspace/filters/new_functions.h"

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
  [[nodiscard]] const Fraction& factor(size_t rule) const { return factors_[rule]; }
  /// The cost times the factor of a rule, rounded down.
  [[nodiscard]] int128 scaled(size_t rule, int128 cost) const;

 private:
  std::vector<FunctionRules> functions_;
  std::vector<Fraction> factors_;
};

/// Which rule is for each function of a profile, asked once of each.
class ScaledFunctions {
 public:
  /// Both must stay.
  ScaledFunctions(const ScaleRules& rules, const NewFunctions& functions, size_t count)
      : rules_(&rules), functions_(&functions), known_(count) {}
  [[nodiscard]] std::optional<size_t> rule_for(FunctionId function);
  [[nodiscard]] const ScaleRules& rules() const { return *rules_; }

 private:
  const ScaleRules* rules_;
  const NewFunctions* functions_;
  std::vector<uint32_t> known_;  ///< by function: 0 unasked, 1 none, else a rule + 2
};

/// Scales amounts that come one after the other, so that those of one function and event add up to
/// their scaled sum, rounded down.
class ScaledSums {
 public:
  explicit ScaledSums(ScaledFunctions& functions) : functions_(&functions) {}
  /// What is left of a self cost; `event` is any number that tells events apart.
  [[nodiscard]] int128 left(FunctionId function, size_t event, int128 cost);
  /// From now on sums begin anew.
  void begin() { passed_.clear(); }

 private:
  ScaledFunctions* functions_;
  std::unordered_map<uint64_t, int128> passed_;  ///< by function and event: what came so far
};

}  // namespace quern
