// SPDX-License-Identifier: MIT
//
// Every finding the reader of quern's own JSON can report; docs/errors.md has an example of each.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"
#include "quern/formats/shared/json_text.h"

namespace quern::quern_json {

inline constexpr CodeInfo kOtherDocument{"other-document", Severity::kError,
                                         "a JSON document of quern that is not a complete profile"};
inline constexpr CodeInfo kBadProfile{"bad-profile", Severity::kError,
                                      "a member of quern's JSON does not match its schema"};
inline constexpr CodeInfo kTooManyRecords{"too-many-records", Severity::kError,
                                          "more records than quern can count"};

/// All of the above, and that of JSON.
inline constexpr std::array<const CodeInfo*, 4> kCodes = {&kOtherDocument, &kBadProfile,
                                                          &kTooManyRecords, &kBadJson};

}  // namespace quern::quern_json
