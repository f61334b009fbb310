// SPDX-License-Identifier: MIT
//
// The text of a derived event, as `event:` rows and `--define` give it:
//   Ir + 10 Bm + 2*L1m
// terms joined by `+`, a term = [NUM [`*`]] NAME; NUM = decimal digits or 0x and hex digits, at
// most 2^64-1; NAME ends at a blank, `=`, `:`, `+` or `*` and need not be known. A term that begins
// with a digit begins with a NUM, with or without a blank behind it.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"

namespace quern {

struct FormulaTerm {
  int128 coefficient = 1;
  std::string_view name;  ///< points into the text
  bool operator==(const FormulaTerm&) const = default;
};

struct FormulaError {
  size_t offset = 0;    ///< of the offending byte, or the text's length
  std::string message;  ///< what was expected
};

/// The terms as written: names may repeat. At least one.
[[nodiscard]] std::expected<std::vector<FormulaTerm>, FormulaError> parse_formula(
    std::string_view text);

}  // namespace quern
