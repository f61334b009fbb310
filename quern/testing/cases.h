// SPDX-License-Identifier: MIT
//
// How many generated inputs a differential test reads: QUERN_DIFFERENTIAL_CASES says it. With
// sanitizers, under which the plain twins are ten times as slow, a twentieth: what the two
// mean is compared without; faults of memory show in few, and fuzzing looks for more.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace quern::testing {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr uint64_t kUsualCases = 5'000;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr uint64_t kUsualCases = 5'000;
#else
inline constexpr uint64_t kUsualCases = 100'000;
#endif
#else
inline constexpr uint64_t kUsualCases = 100'000;
#endif

[[nodiscard]] inline uint64_t cases() {
  const char* const wanted = std::getenv("QUERN_DIFFERENTIAL_CASES");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : kUsualCases;
}

}  // namespace quern::testing
