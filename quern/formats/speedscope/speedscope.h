// SPDX-License-Identifier: MIT
//
// The JSON of the speedscope viewer, which many profilers export. Rules:
// docs/formats/speedscope.md.
#pragma once

#include "quern/formats/shared/format.h"
#include "quern/formats/shared/writer.h"

namespace quern::speedscope {

extern const Format kFormat;

/// Writes speedscope's JSON: the distinct stacks of the profile, one sampled profile an event.
extern const FormatWriter kWriter;

}  // namespace quern::speedscope
