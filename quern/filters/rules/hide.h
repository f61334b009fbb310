// SPDX-License-Identifier: MIT
//
// Which frames --hide means: those whose name, file or object an expression fits, or one of some
// well-known kinds (@allocators, @collector, @php, @proxies).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/filters/rules/function_rules.h"
#include "quern/model/records/symbols.h"
#include "quern/source/readable_names.h"

namespace quern {

class HideRules {
 public:
  /// Each word is an expression, or presets with commas between them.
  [[nodiscard]] static Result<HideRules> read(std::span<const std::string> words,
                                              MatchedNames names = {});
  [[nodiscard]] bool empty() const { return expressions_.empty() && presets_.empty(); }
  [[nodiscard]] bool fits(const Identity& function) const;

 private:
  using Preset = bool (*)(std::string_view name, std::string_view object);
  [[nodiscard]] static Result<Preset> preset_named(std::string_view word);

  FunctionRules expressions_;
  std::vector<Preset> presets_;
  MatchedNames names_;
};

}  // namespace quern
