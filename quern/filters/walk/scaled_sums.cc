// SPDX-License-Identifier: MIT
#include "quern/filters/walk/scaled_sums.h"

namespace quern {

std::optional<size_t> ScaledFunctions::rule_for(FunctionId function) {
  uint32_t& known = known_[function.index()];
  if (known == 0) {
    const std::optional<size_t> rule = rules_->rule_for(functions_->identity(function));
    known = rule ? static_cast<uint32_t>(*rule + 2) : 1;
  }
  return known > 1 ? std::optional<size_t>(known - 2) : std::nullopt;
}

int128 ScaledSums::left(FunctionId function, size_t event, int128 cost) {
  const std::optional<size_t> rule = functions_->rule_for(function);
  if (!rule || cost == 0) {
    return cost;
  }
  int128& passed = passed_[uint64_t{function.value} << 32 | event];
  const int128 before = functions_->rules().scaled(*rule, passed);
  passed += cost;
  return functions_->rules().scaled(*rule, passed) - before;
}

}  // namespace quern
