// SPDX-License-Identifier: MIT
//
// What can be wrong with a filter. Each code has a row in docs/errors.md.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"

namespace quern {

inline constexpr CodeInfo kBadFilter{"bad-filter", Severity::kError, "an invalid filter"};
inline constexpr CodeInfo kNeedsStacks{"needs-stacks", Severity::kError,
                                       "a filter needs stacks, but the profile has none"};
inline constexpr CodeInfo kNeedsExact{"needs-exact", Severity::kError,
                                      "filters made estimates, but only exact costs are possible"};
inline constexpr CodeInfo kTooEntangled{"too-entangled", Severity::kError,
                                        "hidden functions have too many callers and callees"};
inline constexpr CodeInfo kOtherFormat{"other-format", Severity::kError,
                                       "the baseline has a different format"};

inline constexpr std::array kFilterCodes = {&kBadFilter, &kNeedsExact, &kNeedsStacks, &kOtherFormat,
                                            &kTooEntangled};

}  // namespace quern
