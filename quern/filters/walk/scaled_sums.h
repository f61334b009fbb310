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
  [[nodiscard]] std::optional<size_t> rule_for(FunctionId function) {
    const uint32_t rule = rule_of_.of(function.index(), [&] {
      return rules_->rule_for(functions_->identity(function)).value_or(rules_->size());
    });
    return rule < rules_->size() ? std::optional<size_t>(rule) : std::nullopt;
  }
  /// What is left of a self cost; `event` is any number that distinguishes events.
  [[nodiscard]] int128 left(FunctionId function, size_t event, int128 cost) {
    const std::optional<size_t> rule = rule_for(function);
    if (!rule || cost == 0) {
      return cost;
    }
    int128& passed = passed_[uint64_t{function.value} << 32 | event];
    const int128 before = rules_->scaled(*rule, passed);
    passed += cost;
    return rules_->scaled(*rule, passed) - before;
  }
  /// From now on sums begin anew.
  void begin() { passed_.clear(); }

 private:
  const ScaleRules* rules_;
  const NewFunctions* functions_;
  AskedOnce<uint32_t> rule_of_;                  ///< by function; their number: none
  std::unordered_map<uint64_t, int128> passed_;  ///< by function and event: what came so far
};

}  // namespace quern
