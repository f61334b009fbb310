// SPDX-License-Identifier: MIT
//
// Which frames --hide means: those whose name, file or object an expression fits, or one of some
// well-known kinds (@allocators, @collector, @php, @proxies).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/filters/rules/function_rules.h"
#include "quern/source/readable_names.h"

namespace quern {

class HideRules : public FunctionRules {
 public:
  /// Each word is an expression, or presets with commas between them. Errors: `bad-filter`,
  /// `bad-regexp`.
  [[nodiscard]] static Result<HideRules> read(std::span<const std::string> words,
                                              MatchedNames names = {});

 private:
  [[nodiscard]] static Result<Preset> preset_named(std::string_view word);
};

}  // namespace quern
