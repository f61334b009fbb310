// SPDX-License-Identifier: MIT
//
// Result<T>: a value or the Diagnostic that says why there is none. Nothing in quern throws on bad
// data; exceptions are left to exhausted memory.
#pragma once

#include <expected>
#include <utility>

#include "quern/base/diagnostic.h"

namespace quern {

template <class T>
using Result = std::expected<T, Diagnostic>;

/// `return failure(diagnostic);` from a function that returns any Result.
[[nodiscard]] inline std::unexpected<Diagnostic> failure(Diagnostic diagnostic) {
  return std::unexpected<Diagnostic>(std::move(diagnostic));
}

}  // namespace quern
