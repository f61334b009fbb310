// SPDX-License-Identifier: MIT
//
// The error that ends the reading of an input, as every reader tells it.
#pragma once

#include <string>
#include <utility>

#include "quern/formats/shared/format.h"

namespace quern {

/// Of the input that is read; where it is, and what stands there, is the reader's to add.
[[nodiscard]] inline Diagnostic reading_error(const Reading& reading, const CodeInfo& code,
                                              std::string message, std::string hint) {
  Diagnostic error;
  error.code = code.name;
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.input = reading.info.name;
  return error;
}

}  // namespace quern
