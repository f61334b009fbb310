// SPDX-License-Identifier: MIT
//
// Every finding the Callgrind reader can report. Lints are warnings: the file is read on. Errors
// end the reading, or drop the row where findings are collected. docs/errors.md has an example of
// each.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"
#include "quern/formats/shared/incomplete.h"

namespace quern::callgrind {

#define QUERN_LINT(identifier, text, summary) \
  inline constexpr CodeInfo identifier {      \
    text, Severity::kWarning, summary         \
  }
#define QUERN_DROP(identifier, text, summary) \
  inline constexpr CodeInfo identifier {      \
    text, Severity::kWarning, summary, true   \
  }
#define QUERN_ERROR(identifier, text, summary) \
  inline constexpr CodeInfo identifier {       \
    text, Severity::kError, summary            \
  }

QUERN_DROP(kUnknownLine, "unknown-line", "an unknown row was skipped");
QUERN_LINT(kLeadingSpace, "leading-space", "spaces before a row, which some readers reject");
QUERN_LINT(kNulByte, "nul-byte", "a NUL character inside a name");
QUERN_LINT(kNegativeCost, "negative-cost", "a cost below zero outside a difference file");
QUERN_LINT(kAppendMarker, "append-marker", "a separator row of an appended run");
QUERN_DROP(kUnknownHeader, "unknown-header", "an unknown header key");
QUERN_DROP(kUnknownSpec, "unknown-spec", "an unknown `word=`");
QUERN_DROP(kSummaryCount, "summary-count", "more numbers in `summary:` or `totals:` than events");
QUERN_LINT(kSummaryMismatch, "summary-mismatch", "`summary:` is below the sum of self costs");
QUERN_LINT(kTotalsMismatch, "totals-mismatch", "`totals:` is not the sum of self costs");
QUERN_LINT(kHeaderOrder, "header-order", "a header row in an order that other readers reject");
QUERN_LINT(kDuplicateEvent, "duplicate-event", "an event name twice: its columns are added");
QUERN_LINT(kNoData, "no-data", "the profile has events, but no records");
QUERN_LINT(kPositionsInherited, "positions-inherited",
           "`positions:` is missing; the one of the previous part is used");
QUERN_LINT(kSpecOrder, "spec-order", "`fl=` or `ob=` after the `fn=` they belong to");
QUERN_LINT(kObWithoutFn, "ob-without-fn", "`ob=` inside a function's block has no effect");
QUERN_LINT(kFiWithoutFl, "fi-without-fl", "`fi=` before any `fl=` names the function's file");
QUERN_LINT(kNoFunction, "no-function", "costs before any `fn=` belong to an unknown function");
QUERN_LINT(kEmptyName, "empty-name", "an empty name: unknown");
QUERN_LINT(kCalleeOrder, "callee-order", "`cob=` or `cfi=` after the `cfn=` they belong to");
QUERN_DROP(kDanglingCallee, "dangling-callee", "a `cfn=` without a `calls=` was dropped");
QUERN_LINT(kCalleeReused, "callee-reused",
           "`calls=` without a callee: the previous callee is used");
QUERN_LINT(kAliasRedefined, "alias-redefined",
           "a compressed name was defined again with another text");
QUERN_LINT(kAliasForward, "alias-forward", "a compressed name was used before its definition");
QUERN_LINT(kAliasUndefined, "alias-undefined", "a compressed name that is never defined");
QUERN_LINT(kOddName, "odd-name",
           "a name that looks compressed but is not, or cannot be spelled out");
QUERN_LINT(kCallsNoTarget, "calls-no-target", "`calls=` without a target position");
QUERN_LINT(kCallsExtraTarget, "calls-extra-target", "`calls=` with more than a target position");
QUERN_LINT(kRcalls, "rcalls", "`rcalls=`, the old form for recursive calls");
QUERN_LINT(kJcndSpaced, "jcnd-spaced", "`jcnd=` with two numbers instead of FOLLOWED/EXECUTED");
QUERN_LINT(kJumpCounts, "jump-counts", "a jump followed more often than executed");
QUERN_LINT(kJumpNoSource, "jump-no-source", "a jump without its source row");
QUERN_LINT(kPositionRange, "position-range", "a range of positions: its start is used");
QUERN_LINT(kRelativeWithoutBase, "relative-without-base",
           "a relative position without a previous one");
QUERN_DROP(kOrphanRow, "orphan-row",
           "the cost or source row of a `calls=` or jump that is dropped");
QUERN_DROP(kLeadingText, "leading-text", "text around a profile was skipped");
QUERN_LINT(kSharedFile, "shared-file", "several processes wrote into one file (Xdebug)");
inline constexpr CodeInfo kCalleeMissing{
    "callee-missing", Severity::kNote,
    "a call of a function without an invocation (Xdebug's call tree)"};
inline constexpr CodeInfo kCostOff{"cost-off", Severity::kNote,
                                   "a call whose cost matches no invocation (Xdebug's call tree)"};

QUERN_ERROR(kBadVersion, "bad-version", "an unknown format version");
QUERN_ERROR(kBadHeaderNumber, "bad-header-number",
            "`pid:`, `part:` or `thread:` without exactly one number");
QUERN_ERROR(kBadPositions, "bad-positions",
            "`positions:` is not a list of instr, bb and line in this order");
QUERN_ERROR(kBadEvents, "bad-events", "`events:` without a name, or twice");
QUERN_ERROR(kBadEvent, "bad-event", "an invalid `event:` row");
QUERN_ERROR(kBadCost, "bad-cost", "a cost that is not an integer, or out of range");
QUERN_ERROR(kCostsExceedEvents, "costs-exceed-events", "more costs in a row than events");
QUERN_ERROR(kMissingPosition, "missing-position", "a row with too few positions");
QUERN_ERROR(kBadPosition, "bad-position", "a position that is invalid or out of range");
QUERN_ERROR(kRecordBeforeEvents, "record-before-events", "a record before its part's `events:`");
QUERN_ERROR(kNoEvents, "no-events", "no `events:` row in the file");
QUERN_ERROR(kBadCalls, "bad-calls", "`calls=` without a count or a callee");
QUERN_ERROR(kCallsWithoutCost, "calls-without-cost",
            "`calls=` without the cost row that must follow");
QUERN_ERROR(kBadJump, "bad-jump", "a jump with invalid counts or target");
QUERN_ERROR(kLineBreaksLost, "line-breaks-lost", "several rows of a profile are on one line");
QUERN_ERROR(kNoFormat, "not-callgrind", "the first row is not a row of the format");

#undef QUERN_LINT
#undef QUERN_DROP
#undef QUERN_ERROR

/// All of the above.
inline constexpr std::array<const CodeInfo*, 58> kCodes = {
    &kUnknownLine,       &kLeadingSpace,     &kNulByte,          &kNegativeCost,
    &kAppendMarker,      &kUnknownHeader,    &kUnknownSpec,      &kSummaryCount,
    &kSummaryMismatch,   &kTotalsMismatch,   &kEndMissing,       &kCostsMissing,
    &kHeaderOrder,       &kDuplicateEvent,   &kNoData,           &kPositionsInherited,
    &kSpecOrder,         &kObWithoutFn,      &kFiWithoutFl,      &kNoFunction,
    &kEmptyName,         &kCalleeOrder,      &kDanglingCallee,   &kCalleeReused,
    &kAliasRedefined,    &kAliasForward,     &kAliasUndefined,   &kOddName,
    &kCallsNoTarget,     &kCallsExtraTarget, &kRcalls,           &kJcndSpaced,
    &kJumpCounts,        &kJumpNoSource,     &kPositionRange,    &kRelativeWithoutBase,
    &kOrphanRow,         &kTruncated,        &kLeadingText,      &kSharedFile,
    &kCalleeMissing,     &kCostOff,          &kBadVersion,       &kBadHeaderNumber,
    &kBadPositions,      &kBadEvents,        &kBadEvent,         &kBadCost,
    &kCostsExceedEvents, &kMissingPosition,  &kBadPosition,      &kRecordBeforeEvents,
    &kNoEvents,          &kBadCalls,         &kCallsWithoutCost, &kBadJump,
    &kLineBreaksLost,    &kNoFormat,
};

}  // namespace quern::callgrind
