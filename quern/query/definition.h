// SPDX-License-Identifier: MIT
//
// An event that the user defines:
//   NAME [UNIT] = FORMULA : LONG NAME
// where unit and long name may be missing. Blanks stand around the colon, since names may hold one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "quern/analysis/events/computed.h"
#include "quern/base/result.h"

namespace quern {

struct Definition {
  std::string name;
  std::string unit;
  std::string long_name;
  std::string formula;
  Computed computed;
  std::string text;       ///< all of it, for errors
  size_t formula_at = 0;  ///< where in `text` the formula begins
};

/// Error (Fault::kUsage): `bad-formula`, with its place in `text`.
[[nodiscard]] Result<Definition> parse_definition(std::string_view text);
/// A formula alone, which is its own name.
[[nodiscard]] Result<Definition> parse_unnamed(std::string_view formula);
/// Whether a name that no event has is meant as a formula: it holds *, /, +, a bracket or the like.
[[nodiscard]] bool looks_like_formula(std::string_view name);

/// `bad-formula` at a byte of `text`.
[[nodiscard]] Diagnostic formula_error(std::string_view text, size_t at, std::string message,
                                       std::string hint = {});

}  // namespace quern
