// SPDX-License-Identifier: MIT
#include "quern/filters/rules/function_rules.h"

#include <algorithm>
#include <utility>

namespace quern {

Result<FunctionRules> FunctionRules::read(std::span<const std::string> words, MatchedNames names) {
  FunctionRules rules;
  rules.names_ = std::move(names);
  for (const std::string& word : words) {
    Result<Expression> expression = Expression::read(word);
    if (!expression) {
      return failure(expression.error());
    }
    rules.expressions_.push_back(std::move(*expression));
  }
  return rules;
}

bool FunctionRules::fits(const Identity& function) const {
  if (empty()) {
    return false;
  }
  const std::string_view name = matched_name(names_, function.name);
  return std::ranges::any_of(expressions_,
                             [&](const Expression& expression) {
                               return expression.fits(name) || expression.fits(function.file) ||
                                      expression.fits(function.object);
                             }) ||
         std::ranges::any_of(presets_,
                             [&](Preset preset) { return preset(name, function.object); });
}

}  // namespace quern
