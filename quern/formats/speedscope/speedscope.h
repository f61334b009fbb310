// SPDX-License-Identifier: MIT
//
// The JSON of the speedscope viewer, which many profilers export. Rules:
// docs/formats/speedscope.md.
#pragma once

#include "quern/formats/shared/format.h"

namespace quern::speedscope {

extern const Format kFormat;

}  // namespace quern::speedscope
