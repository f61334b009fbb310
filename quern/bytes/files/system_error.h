// SPDX-License-Identifier: MIT
//
// The system's error numbers as diagnostics with codes, words and hints of our own. For this room.
#pragma once

#include <string>

#include "quern/base/diagnostic.h"

namespace quern {

/// The system's words for an error number, lower case at the start, as our messages are.
[[nodiscard]] std::string system_words(int error_number);

/// Why `path` could not be opened for reading: `no-such-file`, `permission-denied`,
/// `is-a-directory` or `open-failed`.
[[nodiscard]] Diagnostic open_error(const std::string& path, int error_number);

/// Why an open file or folder could not be read on: `read-failed`.
[[nodiscard]] Diagnostic read_error(int error_number);

}  // namespace quern
