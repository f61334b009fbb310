// SPDX-License-Identifier: MIT
//
// What can go wrong before a format's reader has its say.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"

namespace quern {

/// The end of hints where there is no profile.
inline constexpr std::string_view kRecordOne = "record one: quern record -- ./app";

inline constexpr CodeInfo kNoSuchFile{"no-such-file", Severity::kError, "the input does not exist"};
inline constexpr CodeInfo kPermissionDenied{"permission-denied", Severity::kError,
                                            "the input may not be read"};
inline constexpr CodeInfo kIsADirectory{"is-a-directory", Severity::kError,
                                        "the input is a folder"};
inline constexpr CodeInfo kOpenFailed{"open-failed", Severity::kError,
                                      "the input cannot be opened"};
inline constexpr CodeInfo kReadFailed{"read-failed", Severity::kError,
                                      "the input cannot be read to its end"};
inline constexpr CodeInfo kCompressedStream{"compressed-stream", Severity::kError,
                                            "a compressed input is cut or damaged"};
inline constexpr CodeInfo kLineTooLong{"line-too-long", Severity::kError,
                                       "a row is longer than --max-row allows"};
inline constexpr CodeInfo kUnrecognised{"unrecognised", Severity::kError,
                                        "the input is of no format that quern reads"};
inline constexpr CodeInfo kEmptyInput{"empty-input", Severity::kError, "the input has no bytes"};
inline constexpr CodeInfo kUnknownDialect{"unknown-dialect", Severity::kError,
                                          "--dialect names nothing that quern reads"};
inline constexpr CodeInfo kNoProfileHere{"no-profile-here", Severity::kError,
                                         "the folder has no file that is named like a profile"};
inline constexpr CodeInfo kBadSymbolFile{"bad-symbol-file", Severity::kError,
                                         "a file of symbols is none, or has a row that is none"};
inline constexpr CodeInfo kNotBuiltIn{"not-built-in", Severity::kError,
                                      "this quern was built without what the question needs"};

inline constexpr CodeInfo kBadBaseline{"bad-baseline", Severity::kError,
                                       "a name or input that no baseline can have"};
inline constexpr CodeInfo kNoSuchBaseline{"no-such-baseline", Severity::kError,
                                          "no baseline has this name"};

inline constexpr CodeInfo kUnknownSuffix{"unknown-suffix", Severity::kError,
                                         "nothing says in which format to write"};

inline constexpr CodeInfo kCannotRepair{"cannot-repair", Severity::kError,
                                        "no clean copy of the input can be written as it is"};

inline constexpr std::array kOpeningCodes = {
    &kBadBaseline,   &kNoSuchBaseline, &kNoSuchFile,       &kPermissionDenied, &kIsADirectory,
    &kOpenFailed,    &kReadFailed,     &kCompressedStream, &kLineTooLong,      &kUnrecognised,
    &kEmptyInput,    &kUnknownDialect, &kNoProfileHere,    &kBadSymbolFile,    &kNotBuiltIn,
    &kUnknownSuffix, &kCannotRepair};

}  // namespace quern
