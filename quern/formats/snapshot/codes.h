// SPDX-License-Identifier: MIT
//
// Every finding the reader of snapshots can report; docs/errors.md has an example of each.
#pragma once

#include <array>

#include "quern/base/diagnostic.h"

namespace quern::snapshot {

inline constexpr CodeInfo kDamaged{"damaged-snapshot", Severity::kError,
                                   "a snapshot is cut, changed or invalid"};
inline constexpr CodeInfo kVersion{"snapshot-version", Severity::kError,
                                   "a snapshot of a version that this quern does not read"};

/// All of the above.
inline constexpr std::array<const CodeInfo*, 2> kCodes = {&kDamaged, &kVersion};

}  // namespace quern::snapshot
