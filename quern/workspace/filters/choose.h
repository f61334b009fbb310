// SPDX-License-Identifier: MIT
//
// Which costs of a profile are looked at: --focus, --ignore, --show-from choose stacks by the
// functions on them, --show frames. An expression fits a function by its name, file or object.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/query/expression.h"
#include "quern/source/readable_names.h"
#include "quern/workspace/filters/rename.h"
#include "quern/workspace/transform.h"

namespace quern {

/// Functions that any of some expressions fits.
class FunctionRules {
 public:
  /// Error: `bad-regexp`.
  [[nodiscard]] static Result<FunctionRules> read(std::span<const std::string> words,
                                                  MatchedNames names = {});
  [[nodiscard]] bool empty() const { return expressions_.empty(); }
  [[nodiscard]] bool fits(const Identity& function) const;

 private:
  std::vector<Expression> expressions_;
  MatchedNames names_;
};

struct ChoiceRules {
  FunctionRules focus;      ///< stacks that have one
  FunctionRules ignore;     ///< stacks that have none
  FunctionRules show_from;  ///< stacks from the outermost of them inwards
  FunctionRules show;       ///< frames; what others cost is their callers'

  [[nodiscard]] static Result<ChoiceRules> read(const StackChoice& words,
                                                const MatchedNames& names = {});
  /// Whether costs may be left out.
  [[nodiscard]] bool selects() const {
    return !focus.empty() || !ignore.empty() || !show_from.empty();
  }
  [[nodiscard]] bool any() const { return selects() || !show.empty(); }
};

}  // namespace quern
