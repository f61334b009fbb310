// SPDX-License-Identifier: MIT
#include "quern/filters/walk/scaled_sums.h"

namespace quern {

std::optional<size_t> ScaledSums::rule_for(FunctionId function) {
  const uint32_t rule = rule_of_.of(function.index(), [&] {
    return rules_->rule_for(functions_->identity(function)).value_or(rules_->size());
  });
  return rule < rules_->size() ? std::optional<size_t>(rule) : std::nullopt;
}

int128 ScaledSums::left(FunctionId function, size_t event, int128 cost) {
  const std::optional<size_t> rule = rule_for(function);
  if (!rule || cost == 0) {
    return cost;
  }
  int128& passed = passed_[uint64_t{function.value} << 32 | event];
  const int128 before = rules_->scaled(*rule, passed);
  passed += cost;
  return rules_->scaled(*rule, passed) - before;
}

}  // namespace quern
