// SPDX-License-Identifier: MIT
//
// How many generated inputs a differential test reads: QUERN_DIFFERENTIAL_CASES says it.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace quern::testing {

[[nodiscard]] inline uint64_t cases() {
  const char* const wanted = std::getenv("QUERN_DIFFERENTIAL_CASES");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 100'000;
}

}  // namespace quern::testing
