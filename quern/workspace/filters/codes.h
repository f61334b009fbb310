// SPDX-License-Identifier: MIT
//
// What can be wrong with a filter. Each code has a row in docs/errors.md.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"

namespace quern {

inline constexpr CodeInfo kBadFilter{"bad-filter", Severity::kError,
                                     "a filter that cannot be read"};
inline constexpr CodeInfo kNeedsStacks{"needs-stacks", Severity::kError,
                                       "a filter of stacks, and an input that has none"};
inline constexpr CodeInfo kNeedsExact{"needs-exact", Severity::kError,
                                      "estimates by a filter, and an answer of exact costs alone"};
inline constexpr CodeInfo kTooEntangled{"too-entangled", Severity::kError,
                                        "hidden functions with too many callers and callees"};
inline constexpr CodeInfo kOtherFormat{"other-format", Severity::kError,
                                       "a baseline of another format than the input's"};

inline constexpr std::array kFilterCodes = {&kBadFilter, &kNeedsExact, &kNeedsStacks, &kOtherFormat,
                                            &kTooEntangled};

}  // namespace quern
