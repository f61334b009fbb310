// SPDX-License-Identifier: MIT
//
// What the environment says.
#pragma once

#include <cstdlib>
#include <string_view>

namespace quern::cli {

/// A variable; empty where it is not set.
[[nodiscard]] inline std::string_view variable(const char* name) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
  const char* const value = std::getenv(name);
  return value != nullptr ? value : std::string_view();
}

}  // namespace quern::cli
