// SPDX-License-Identifier: MIT
//
// Errors in an input, as every reader reports them: a finding where the reading goes on behind
// errors, else the one that ends it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "quern/formats/shared/format.h"

namespace quern {

/// Why a row cannot be read, and where in it.
struct RowError {
  const CodeInfo* code = nullptr;
  const char* at = nullptr;  ///< the offending bytes, or the row's end
  std::string message;
  std::string hint;
  bool is_cut = false;  ///< the row would be read if only it went on
};

/// Of the input that is read; where it is, and what stands there, is the reader's to add.
[[nodiscard]] Diagnostic reading_error(const Reading& reading, const CodeInfo& code,
                                       std::string message, std::string hint);

/// Tells of an error at a place in `row`. Nothing where that is a finding.
[[nodiscard]] std::optional<Diagnostic> told(Reading& reading, RowError error, Place place,
                                             std::string_view row);

}  // namespace quern
