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
                                        "a row of a group file is not a rule"};
inline constexpr CodeInfo kAmbiguousName{"ambiguous-name", Severity::kError,
                                         "the name matches several functions"};
inline constexpr CodeInfo kNoSuchFunction{"no-such-function", Severity::kError,
                                          "the name matches no function"};

inline constexpr CodeInfo kMixedStacks{"mixed-stacks", Severity::kError,
                                       "parts with and without exact stacks cannot form one tree"};

inline constexpr CodeInfo kNoInvocations{"no-invocations", Severity::kError,
                                         "the profile records only sums, not single calls"};

inline constexpr CodeInfo kOneEvent{"one-event", Severity::kError,
                                    "several events are named where only one is possible"};
inline constexpr CodeInfo kNoLeaks{"no-leaks", Severity::kError,
                                   "the profile lists no resources still held"};

inline constexpr CodeInfo kBadRule{"bad-rule", Severity::kError, "an invalid gate rule"};
inline constexpr CodeInfo kNeedsCalls{"needs-calls", Severity::kError,
                                      "a gate rule is about calls, but the profiles have none"};
inline constexpr CodeInfo kNoLines{"no-lines", Severity::kError, "the profile has no source lines"};
inline constexpr CodeInfo kNoJumps{"no-jumps", Severity::kError,
                                   "the profile has no jumps, which show loops"};
inline constexpr CodeInfo kNoAddresses{"no-addresses", Severity::kError,
                                       "the profile has no addresses of instructions"};
inline constexpr CodeInfo kNoRunningTotal{"no-running-total", Severity::kError,
                                          "rows that cannot be added up have no running total"};
inline constexpr CodeInfo kNoCommonEvent{"no-common-event", Severity::kError,
                                         "the two sides have no common event"};
inline constexpr CodeInfo kSameFile{"same-file", Severity::kError,
                                    "the same file is given for two runs"};
inline constexpr CodeInfo kUnfitUnit{"unfit-unit", Severity::kError,
                                     "the unit applies to no event shown"};
inline constexpr CodeInfo kNoRunStatistics{"no-run-statistics", Severity::kError,
                                           "nothing is known of the runs that were merged"};

/// Of questions that no command asks, but the page does.
inline constexpr CodeInfo kNoSuchBranch{"no-such-branch", Severity::kError,
                                        "the profile does not contain this stack"};

inline constexpr std::array kQuestionCodes = {
    &kBadRule,        &kNeedsCalls,    &kUnknownEvent, &kRatioEvent,    &kTooManyEvents,
    &kUnknownPart,    &kUnknownThread, &kBadRegexp,    &kAmbiguousName, &kNoSuchFunction,
    &kMixedStacks,    &kNoInvocations, &kNoLeaks,      &kOneEvent,      &kBadQuery,
    &kBadFormula,     &kBadGroupRule,  &kNoLines,      &kNoJumps,       &kNoAddresses,
    &kNoRunningTotal, &kNoCommonEvent, &kSameFile,     &kUnfitUnit,     &kNoRunStatistics};

}  // namespace quern
