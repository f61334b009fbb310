// SPDX-License-Identifier: MIT
//
// Every finding the reader of raw Parrot profiles can report; docs/errors.md has an example of
// each.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"
#include "quern/formats/shared/incomplete.h"

namespace quern::parrot {

inline constexpr CodeInfo kNegativeCost{"negative-cost", Severity::kWarning,
                                        "a cost below zero outside a difference file"};
inline constexpr CodeInfo kCanonicalOutput{"canonical-output", Severity::kWarning,
                                           "Parrot left out all addresses: calls are not known"};
inline constexpr CodeInfo kNoData{"no-data", Severity::kWarning,
                                  "the profile has events, but no records"};

inline constexpr CodeInfo kUnknownRow{"unknown-row", Severity::kError,
                                      "a row that a raw Parrot profile does not have"};
inline constexpr CodeInfo kBadRawVersion{"bad-raw-version", Severity::kError,
                                         "a raw Parrot profile of another version than 2"};
inline constexpr CodeInfo kNoVersion{"no-version", Severity::kError,
                                     "a record before the `VERSION:` of a raw Parrot profile"};
inline constexpr CodeInfo kOpWithoutContext{"op-without-context", Severity::kError,
                                            "an `OP:` before any `CS:` of its run loop"};
inline constexpr CodeInfo kBadField{"bad-field", Severity::kError,
                                    "a field of a raw Parrot profile is missing or not a number"};

/// All of the above.
inline constexpr std::array<const CodeInfo*, 10> kCodes = {
    &kEndMissing, &kNoLineFeed,    &kNegativeCost, &kCanonicalOutput,  &kNoData,
    &kUnknownRow, &kBadRawVersion, &kNoVersion,    &kOpWithoutContext, &kBadField,
};

}  // namespace quern::parrot
