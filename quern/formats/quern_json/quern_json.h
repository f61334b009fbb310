// SPDX-License-Identifier: MIT
//
// quern's own JSON, `convert --to json`: a whole profile (docs/json/quern.profile.json). Rules:
// docs/formats/quern-json.md.
#pragma once

#include <cstddef>

#include "quern/formats/shared/format.h"
#include "quern/formats/shared/writer.h"

namespace quern::quern_json {

extern const Format kFormat;

/// Up to so many events, each row of costs has a number for each. Costs of functions are asked for
/// up to then.
inline constexpr size_t kMostDenseEvents = 1024;

/// Writes a fully loaded profile as quern.profile/1: complete and lossless, one record a line,
/// nothing built in memory. Of a profile of very many events, whose rows would be nearly all zeros,
/// `self` and `inclusive` of lines and calls become `self_pairs` and `inclusive_pairs`, lists of
/// [event, cost] without the zeros, and a function's, which add up those, are null.
extern const FormatWriter kWriter;

}  // namespace quern::quern_json
