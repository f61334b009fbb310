// SPDX-License-Identifier: MIT
//
// Self costs that --what-if scales, one record after the other. Pieces of one function and event
// are rounded so that they add up to their sum times the factor, rounded down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "quern/filters/rules/scale.h"
#include "quern/filters/walk/asked_once.h"
#include "quern/filters/walk/new_functions.h"

namespace quern {

class ScaledSums {
 public:
  /// Both must stay.
  ScaledSums(const ScaleRules& rules, const NewFunctions& functions)
      : rules_(&rules), functions_(&functions) {}
  [[nodiscard]] const ScaleRules& rules() const { return *rules_; }
  [[nodiscard]] std::optional<size_t> rule_for(FunctionId function);
  /// What is left of a self cost; `event` is any number that tells events apart.
  [[nodiscard]] int128 left(FunctionId function, size_t event, int128 cost);
  /// From now on sums begin anew.
  void begin() { passed_.clear(); }

 private:
  const ScaleRules* rules_;
  const NewFunctions* functions_;
  AskedOnce<uint32_t> rule_of_;                  ///< by function; their number: none
  std::unordered_map<uint64_t, int128> passed_;  ///< by function and event: what came so far
};

}  // namespace quern
