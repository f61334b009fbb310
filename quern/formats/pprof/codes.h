// SPDX-License-Identifier: MIT
//
// Every finding the reader of pprof's files can report; docs/errors.md has an example of each.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"
#include "quern/formats/shared/estimated_stacks.h"

namespace quern::pprof {

inline constexpr CodeInfo kNoData{"no-data", Severity::kWarning,
                                  "the profile has events, but no records"};
inline constexpr CodeInfo kLabelsLeftOut{
    "labels-left-out", Severity::kWarning,
    "samples of a pprof file have labels, which only --labels shows", true};

inline constexpr CodeInfo kBadMessage{"bad-message", Severity::kError,
                                      "bytes that are not a message of a pprof file"};
inline constexpr CodeInfo kCutMessage{"cut-message", Severity::kError,
                                      "a pprof file ends in the middle of a message"};
inline constexpr CodeInfo kUndefinedId{"undefined-id", Severity::kError,
                                       "a pprof file refers to something that it does not define"};
inline constexpr CodeInfo kDuplicateId{"duplicate-id", Severity::kError,
                                       "an id of a pprof file is defined twice"};
inline constexpr CodeInfo kValuesMismatch{"values-mismatch", Severity::kError,
                                          "a sample has more or fewer values than there are types"};
inline constexpr CodeInfo kTooManyRecords{"too-many-records", Severity::kError,
                                          "more records than quern can count"};
inline constexpr CodeInfo kTooLarge{"input-too-large", Severity::kError,
                                    "a compressed file unpacks to an unreasonable size"};

/// All of the above.
inline constexpr std::array<const CodeInfo*, 10> kCodes = {
    &kEstimatedStacks, &kNoData,      &kLabelsLeftOut,  &kBadMessage,     &kCutMessage,
    &kUndefinedId,     &kDuplicateId, &kValuesMismatch, &kTooManyRecords, &kTooLarge};

}  // namespace quern::pprof
