// SPDX-License-Identifier: MIT
//
// Every finding the reader of speedscope's files can report; docs/errors.md has an example of each.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"
#include "quern/formats/shared/estimated_stacks.h"
#include "quern/formats/shared/json_text.h"

namespace quern::speedscope {

inline constexpr CodeInfo kNoData{"no-data", Severity::kWarning,
                                  "the profile has events, but no records"};
inline constexpr CodeInfo kRounded{"rounded-weights", Severity::kWarning,
                                   "weights that are finer than quern counts were rounded"};

inline constexpr CodeInfo kBadMember{"bad-member", Severity::kError,
                                     "a member of a speedscope file has the wrong type"};
inline constexpr CodeInfo kBadWeight{"bad-weight", Severity::kError,
                                     "a weight or time below 0 or beyond 64 bits"};
inline constexpr CodeInfo kUndefinedFrame{"undefined-frame", Severity::kError,
                                          "the number of a frame that the file does not define"};
inline constexpr CodeInfo kWeightsMismatch{"weights-mismatch", Severity::kError,
                                           "a profile does not have one weight per sample"};
inline constexpr CodeInfo kUnbalanced{"unbalanced-events", Severity::kError,
                                      "a frame is closed that is not the innermost open frame"};
inline constexpr CodeInfo kTimeRunsBack{"time-runs-back", Severity::kError,
                                        "an event is earlier than the one before it"};
inline constexpr CodeInfo kTooManyRecords{"too-many-records", Severity::kError,
                                          "more records than quern can count"};

/// All of the above, and that of JSON.
inline constexpr std::array<const CodeInfo*, 11> kCodes = {
    &kEstimatedStacks, &kNoData,         &kRounded,         &kBadMember,
    &kBadWeight,       &kUndefinedFrame, &kWeightsMismatch, &kUnbalanced,
    &kTimeRunsBack,    &kTooManyRecords, &kBadJson};

}  // namespace quern::speedscope
