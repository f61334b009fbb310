// SPDX-License-Identifier: MIT
//
// What can be wrong with a question: codes of errors that the user's own words cause. Each has a
// row in docs/errors.md.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"

namespace quern {

inline constexpr CodeInfo kUnknownEvent{"unknown-event", Severity::kError,
                                        "the profile has no event of this name"};
inline constexpr CodeInfo kRatioEvent{"ratio-event", Severity::kError,
                                      "a ratio cannot be a column of costs"};
inline constexpr CodeInfo kTooManyEvents{"too-many-events", Severity::kError,
                                         "more events than one answer has columns for"};
inline constexpr CodeInfo kUnknownPart{"unknown-part", Severity::kError, "no part has this number"};
inline constexpr CodeInfo kUnknownThread{"unknown-thread", Severity::kError,
                                         "no part is of this thread"};
inline constexpr CodeInfo kBadRegexp{"bad-regexp", Severity::kError,
                                     "a regular expression that cannot be read"};
inline constexpr CodeInfo kBadQuery{"bad-query", Severity::kError, "a query that cannot be read"};
inline constexpr CodeInfo kBadFormula{"bad-formula", Severity::kError,
                                      "a formula or definition that cannot be read"};
inline constexpr CodeInfo kBadGroupRule{"bad-group-rule", Severity::kError,
                                        "a row of a file of groups that is no rule"};
inline constexpr CodeInfo kAmbiguousName{"ambiguous-name", Severity::kError,
                                         "a name that fits several functions"};
inline constexpr CodeInfo kNoSuchFunction{"no-such-function", Severity::kError,
                                          "a name that fits no function"};

inline constexpr CodeInfo kMixedStacks{"mixed-stacks", Severity::kError,
                                       "parts with exact stacks and parts without in one tree"};

inline constexpr CodeInfo kNoInvocations{"no-invocations", Severity::kError,
                                         "single calls of a profile that has sums"};

inline constexpr CodeInfo kOneEvent{"one-event", Severity::kError,
                                    "several events where an answer is of one"};
inline constexpr CodeInfo kNoLeaks{"no-leaks", Severity::kError,
                                   "resources of a profile that lists none"};

inline constexpr CodeInfo kBadRule{"bad-rule", Severity::kError,
                                   "a rule of a gate that cannot be read"};
inline constexpr CodeInfo kNeedsCalls{"needs-calls", Severity::kError,
                                      "a rule about calls of profiles that record none"};
inline constexpr CodeInfo kNoLines{"no-lines", Severity::kError,
                                   "source lines of a profile that records none"};
inline constexpr CodeInfo kNoJumps{"no-jumps", Severity::kError,
                                   "loops of a profile that records no jumps"};
inline constexpr CodeInfo kNoRunningTotal{"no-running-total", Severity::kError,
                                          "a running total of rows that do not add up"};
inline constexpr CodeInfo kNoCommonEvent{"no-common-event", Severity::kError,
                                         "two sides that count no event in common"};
inline constexpr CodeInfo kSameFile{"same-file", Severity::kError, "one file is given as two runs"};
inline constexpr CodeInfo kUnfitUnit{"unfit-unit", Severity::kError,
                                     "a unit that measures no event of the answer"};

/// Of questions that no command asks, but the page does.
inline constexpr CodeInfo kNoSuchBranch{"no-such-branch", Severity::kError,
                                        "a stack of calls that a profile does not have"};

inline constexpr std::array kQuestionCodes = {
    &kBadRule,       &kNeedsCalls,    &kUnknownEvent, &kRatioEvent,    &kTooManyEvents,
    &kUnknownPart,   &kUnknownThread, &kBadRegexp,    &kAmbiguousName, &kNoSuchFunction,
    &kMixedStacks,   &kNoInvocations, &kNoLeaks,      &kOneEvent,      &kBadQuery,
    &kBadFormula,    &kBadGroupRule,  &kNoLines,      &kNoJumps,       &kNoRunningTotal,
    &kNoCommonEvent, &kSameFile,      &kUnfitUnit};

}  // namespace quern
