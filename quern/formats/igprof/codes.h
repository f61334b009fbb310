// SPDX-License-Identifier: MIT
//
// Every finding the IgProf reader can report. docs/errors.md has an example of each.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"
#include "quern/formats/shared/incomplete.h"

namespace quern::igprof {

#define QUERN_LINT(identifier, text, summary) \
  inline constexpr CodeInfo identifier {      \
    text, Severity::kWarning, summary         \
  }
#define QUERN_ERROR(identifier, text, summary) \
  inline constexpr CodeInfo identifier {       \
    text, Severity::kError, summary            \
  }

QUERN_LINT(kLeaksMismatch, "leaks-mismatch",
           "a record's `;LK=` entries do not add up to its live count and size");
QUERN_LINT(kDepthGap, "depth-gap", "a record whose caller's record is missing");
inline constexpr CodeInfo kRecovered{"recovered", Severity::kWarning,
                                     "the rest of a damaged or cut dump was left out (`--recover`)",
                                     true, true};

QUERN_ERROR(kBadHeader, "bad-dump-header", "the first row is not the header of an IgProf dump");
QUERN_ERROR(kSecondHeader, "second-header", "another dump was appended to the dump");
QUERN_ERROR(kBadRecord, "bad-record", "a row that is not a record of an IgProf dump");
QUERN_ERROR(kCutRecord, "cut-record", "the dump ends in the middle of a record");
QUERN_ERROR(kHexDigit, "hex-digit", "a hexadecimal digit in a decimal dump");
QUERN_ERROR(kNumberRange, "number-range", "a number of more than 64 bits");
QUERN_ERROR(kDepthZero, "depth-zero", "a record at depth 0");
QUERN_ERROR(kUndefinedFunction, "undefined-function", "a function id before its definition");
QUERN_ERROR(kUndefinedFile, "undefined-file", "a file id before its definition");
QUERN_ERROR(kUndefinedCounter, "undefined-counter", "a counter id before its definition");
QUERN_ERROR(kDuplicateFunction, "duplicate-function", "a function id is defined twice");
QUERN_ERROR(kDuplicateFile, "duplicate-file", "a file id is defined twice");
QUERN_ERROR(kDuplicateCounter, "duplicate-counter", "a counter id is defined twice");
QUERN_ERROR(kTooManyRecords, "too-many-records", "more records than quern can count");

#undef QUERN_LINT
#undef QUERN_ERROR

/// All of the above.
inline constexpr std::array<const CodeInfo*, 18> kCodes = {
    &kNoLineFeed,    &kLeaksMismatch,     &kRecovered,      &kBadHeader,        &kSecondHeader,
    &kBadRecord,     &kCutRecord,         &kHexDigit,       &kNumberRange,      &kDepthZero,
    &kDepthGap,      &kUndefinedFunction, &kUndefinedFile,  &kUndefinedCounter, &kDuplicateFunction,
    &kDuplicateFile, &kDuplicateCounter,  &kTooManyRecords,
};

}  // namespace quern::igprof
