// SPDX-License-Identifier: MIT
//
// Every finding the reader of folded stacks can report; docs/errors.md has an example of each.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"
#include "quern/formats/shared/incomplete.h"

namespace quern::folded {

inline constexpr CodeInfo kNoData{"no-data", Severity::kWarning,
                                  "the profile has events, but no records"};

inline constexpr CodeInfo kMissingCount{"missing-count", Severity::kError,
                                        "a row of folded stacks without its count"};
inline constexpr CodeInfo kBadCount{"bad-count", Severity::kError,
                                    "a count of folded stacks that is not a 64-bit whole number"};
inline constexpr CodeInfo kNoStack{"no-stack", Severity::kError, "a count without a stack"};
inline constexpr CodeInfo kTooManyRecords{"too-many-records", Severity::kError,
                                          "more records than quern can count"};

/// All of the above.
inline constexpr std::array<const CodeInfo*, 6> kCodes = {
    &kNoLineFeed, &kNoData, &kMissingCount, &kBadCount, &kNoStack, &kTooManyRecords};

}  // namespace quern::folded
