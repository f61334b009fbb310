// SPDX-License-Identifier: MIT
//
// What can go wrong before a format's reader has its say.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "quern/base/diagnostic.h"

namespace quern {

/// The end of hints where there is no profile.
inline constexpr std::string_view kRecordOne = "record one: quern record -- ./app";

inline constexpr CodeInfo kNoSuchFile{"no-such-file", Severity::kError, "the file does not exist"};
inline constexpr CodeInfo kPermissionDenied{"permission-denied", Severity::kError,
                                            "no permission to read the file"};
inline constexpr CodeInfo kIsADirectory{"is-a-directory", Severity::kError,
                                        "a folder where a file is needed"};
inline constexpr CodeInfo kOpenFailed{"open-failed", Severity::kError, "the file cannot be opened"};
inline constexpr CodeInfo kReadFailed{"read-failed", Severity::kError,
                                      "the file cannot be read to its end"};
inline constexpr CodeInfo kCompressedStream{"compressed-stream", Severity::kError,
                                            "a compressed file is cut or damaged"};
inline constexpr CodeInfo kLineTooLong{"line-too-long", Severity::kError,
                                       "a row is longer than --max-row allows"};
inline constexpr CodeInfo kUnrecognised{"unrecognised", Severity::kError,
                                        "the file has no format that quern reads"};
inline constexpr CodeInfo kEmptyInput{"empty-input", Severity::kError, "the file is empty"};
inline constexpr CodeInfo kUnknownDialect{"unknown-dialect", Severity::kError,
                                          "--dialect has an unknown name"};
inline constexpr CodeInfo kNoProfileHere{"no-profile-here", Severity::kError,
                                         "the folder contains no file with the name of a profile"};
inline constexpr CodeInfo kBadSymbolFile{"bad-symbol-file", Severity::kError,
                                         "a symbol file, or a row of it, is invalid"};
inline constexpr CodeInfo kNotBuiltIn{"not-built-in", Severity::kError,
                                      "this build of quern lacks a library that the command needs"};

inline constexpr CodeInfo kBadBaseline{"bad-baseline", Severity::kError,
                                       "an invalid name or file for a baseline"};
inline constexpr CodeInfo kNoSuchBaseline{"no-such-baseline", Severity::kError,
                                          "no baseline has this name"};

inline constexpr CodeInfo kUnknownSuffix{"unknown-suffix", Severity::kError,
                                         "the format to write is not known"};

inline constexpr CodeInfo kCannotRepair{"cannot-repair", Severity::kError,
                                        "the file cannot be repaired"};

inline constexpr std::array kOpeningCodes = {
    &kBadBaseline,   &kNoSuchBaseline, &kNoSuchFile,       &kPermissionDenied, &kIsADirectory,
    &kOpenFailed,    &kReadFailed,     &kCompressedStream, &kLineTooLong,      &kUnrecognised,
    &kEmptyInput,    &kUnknownDialect, &kNoProfileHere,    &kBadSymbolFile,    &kNotBuiltIn,
    &kUnknownSuffix, &kCannotRepair};

/// Every lint and error code of every format and of opening itself, sorted by name.
[[nodiscard]] std::vector<const CodeInfo*> all_codes();

}  // namespace quern
