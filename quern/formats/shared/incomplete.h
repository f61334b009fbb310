// SPDX-License-Identifier: MIT
//
// How readers report that an input is not whole: a row is cut, the producer's last row is missing,
// or the input declares costs that its rows do not have. docs/formats says for each format what
// shows that a file is whole. All have CodeInfo::is_incomplete, from which Completeness makes the
// note above each answer. Only a cut row also `drops`: the others lose nothing that was there.
#pragma once

#include "quern/base/diagnostic.h"

namespace quern {

inline constexpr CodeInfo kTruncated{"truncated", Severity::kWarning,
                                     "the file ends in the middle of a row", true, true};
inline constexpr CodeInfo kNoLineFeed{
    "no-line-feed", Severity::kWarning,
    "the last row has no line feed: it may be cut, and rows may be missing", false, true};
// Notes, no warnings: nothing is wrong with the rows that are there, and that the profile is
// incomplete is said once, above the answer.
inline constexpr CodeInfo kEndMissing{"end-missing", Severity::kNote,
                                      "the last row that the producer always writes is missing",
                                      false, true};
inline constexpr CodeInfo kCostsMissing{"costs-missing", Severity::kNote,
                                        "the file declares more costs than its rows contain", false,
                                        true};

}  // namespace quern
