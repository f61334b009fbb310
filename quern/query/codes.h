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
                                      "a ratio cannot be a column"};
inline constexpr CodeInfo kTooManyEvents{"too-many-events", Severity::kError,
                                         "more events than a table can have columns"};
inline constexpr CodeInfo kUnknownPart{"unknown-part", Severity::kError, "no part has this number"};
inline constexpr CodeInfo kUnknownThread{"unknown-thread", Severity::kError,
                                         "no part belongs to this thread"};
inline constexpr CodeInfo kBadRegexp{"bad-regexp", Severity::kError,
                                     "an invalid regular expression"};
inline constexpr CodeInfo kBadQuery{"bad-query", Severity::kError, "an invalid query"};
inline constexpr CodeInfo kBadFormula{"bad-formula", Severity::kError,
                                      "an invalid formula or definition"};
inline constexpr CodeInfo kBadGroupRule{"bad-group-rule", Severity::kError,
                                        "a row of a group file that is not a rule"};
inline constexpr CodeInfo kAmbiguousName{"ambiguous-name", Severity::kError,
                                         "a name that matches several functions"};
inline constexpr CodeInfo kNoSuchFunction{"no-such-function", Severity::kError,
                                          "a name that matches no function"};

inline constexpr CodeInfo kMixedStacks{"mixed-stacks", Severity::kError,
                                       "one tree of parts with exact stacks and parts without"};

inline constexpr CodeInfo kNoInvocations{"no-invocations", Severity::kError,
                                         "single calls of a profile that records only sums"};

inline constexpr CodeInfo kOneEvent{"one-event", Severity::kError,
                                    "several events where only one is possible"};
inline constexpr CodeInfo kNoLeaks{"no-leaks", Severity::kError,
                                   "leaks of a profile that lists none"};

inline constexpr CodeInfo kBadRule{"bad-rule", Severity::kError, "an invalid gate rule"};
inline constexpr CodeInfo kNeedsCalls{"needs-calls", Severity::kError,
                                      "a gate rule about calls for profiles without calls"};
inline constexpr CodeInfo kNoLines{"no-lines", Severity::kError,
                                   "source lines of a profile without lines"};
inline constexpr CodeInfo kNoJumps{"no-jumps", Severity::kError,
                                   "loops of a profile without jumps"};
inline constexpr CodeInfo kNoRunningTotal{"no-running-total", Severity::kError,
                                          "a running total of rows that cannot be added up"};
inline constexpr CodeInfo kNoCommonEvent{"no-common-event", Severity::kError,
                                         "two sides without a common event"};
inline constexpr CodeInfo kSameFile{"same-file", Severity::kError,
                                    "the same file is given for two runs"};
inline constexpr CodeInfo kUnfitUnit{"unfit-unit", Severity::kError,
                                     "a unit that applies to no event shown"};

/// Of questions that no command asks, but the page does.
inline constexpr CodeInfo kNoSuchBranch{"no-such-branch", Severity::kError,
                                        "a stack that the profile does not contain"};

inline constexpr std::array kQuestionCodes = {
    &kBadRule,       &kNeedsCalls,    &kUnknownEvent, &kRatioEvent,    &kTooManyEvents,
    &kUnknownPart,   &kUnknownThread, &kBadRegexp,    &kAmbiguousName, &kNoSuchFunction,
    &kMixedStacks,   &kNoInvocations, &kNoLeaks,      &kOneEvent,      &kBadQuery,
    &kBadFormula,    &kBadGroupRule,  &kNoLines,      &kNoJumps,       &kNoRunningTotal,
    &kNoCommonEvent, &kSameFile,      &kUnfitUnit};

}  // namespace quern
