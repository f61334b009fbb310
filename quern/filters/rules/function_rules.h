// SPDX-License-Identifier: MIT
//
// Functions that a filter names by regular expressions. An expression matches a function by its
// name, its file or its object; of several expressions one match is enough. Some filters also have
// words for well-known sets of functions (hide.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/records/symbols.h"
#include "quern/query/expression.h"
#include "quern/source/readable_names.h"

namespace quern {

class FunctionRules {
 public:
  /// Error: `bad-regexp`.
  [[nodiscard]] static Result<FunctionRules> read(std::span<const std::string> words,
                                                  MatchedNames names = {});
  [[nodiscard]] bool empty() const { return expressions_.empty() && presets_.empty(); }
  [[nodiscard]] bool fits(const Identity& function) const;

 protected:
  using Preset = bool (*)(std::string_view name, std::string_view object);
  std::vector<Preset> presets_;

 private:
  std::vector<Expression> expressions_;
  MatchedNames names_;
};

}  // namespace quern
