// SPDX-License-Identifier: MIT
//
// Self costs that --what-if scales, one record after the other. Rows of a function are rounded so
// that they add up to its own cost times the factor, rounded down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "quern/filters/rules/scale.h"
#include "quern/filters/walk/new_functions.h"

namespace quern {

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
