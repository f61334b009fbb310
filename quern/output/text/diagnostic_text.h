// SPDX-License-Identifier: MIT
//
// The pieces that errors, warnings and the findings of `check` have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/views/input/check.h"

namespace quern {

/// Where and what: "FILE:LINE:COLUMN: error: TEXT [code]" with what is not known left out, or
/// "quern: error: …" where no file is to blame. No line end.
struct Heading {
  std::string_view input;
  Place place;
  std::optional<uint64_t> offset;
  Severity severity = Severity::kError;
  std::string_view message;
  std::string_view code;
};

[[nodiscard]] std::string heading_text(const Heading& heading, bool color);

/// "warning: MESSAGE [code]" a code: of the first of its findings, with "(and 3 more)" where there
/// are more.
[[nodiscard]] std::vector<std::string> phrases(const Findings& findings);

/// "hint: TEXT" with LF; further lines of it stand below, as they are.
[[nodiscard]] std::string hint_text(std::string_view hint, bool color);

/// The row with its number and, below, a caret under `place.column`, both with LF; cut around the
/// column to `width` in all.
[[nodiscard]] std::string excerpt_text(std::string_view row, Place place, size_t width, bool color);

struct DiagnosticStyle {
  size_t width = 0;  ///< excerpts are cut around the column to this; 0: 100
  bool color = false;
};

/// FILE:LINE:COLUMN: error: TEXT [code], the row with a caret, the hint; ends with LF.
[[nodiscard]] std::string diagnostic_text(const Diagnostic& diagnostic,
                                          const DiagnosticStyle& style);

/// {"error":{"code","file","line","column","offset","message","hint"}} on one line, with LF.
[[nodiscard]] std::string diagnostic_json(const Diagnostic& diagnostic);

}  // namespace quern
