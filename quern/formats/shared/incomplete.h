// SPDX-License-Identifier: MIT
//
// How readers report that an input is not whole: a row that is cut, the missing last row of its
// producer, or costs that the input declares and does not have. docs/formats says for each format
// what shows that a file is whole.
#pragma once

#include "quern/base/diagnostic.h"

namespace quern {

inline constexpr CodeInfo kTruncated{"truncated", Severity::kWarning,
                                     "the file ends in the middle of a row", true, true};
inline constexpr CodeInfo kNoLineFeed{
    "no-line-feed", Severity::kWarning,
    "the last row has no line feed: it may be cut, and rows may be missing", false, true};
// The lints of a format are warnings; that a file is not whole is told apart from them.
inline constexpr CodeInfo kEndMissing{"end-missing", Severity::kNote,
                                      "the row that its producer writes last is missing", false,
                                      true};
inline constexpr CodeInfo kCostsMissing{"costs-missing", Severity::kNote,
                                        "the input declares more costs than its rows have", false,
                                        true};

}  // namespace quern
