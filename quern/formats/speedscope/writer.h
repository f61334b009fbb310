// SPDX-License-Identifier: MIT
//
// Writes speedscope's JSON: the distinct stacks of the profile, one sampled profile an event.
#pragma once

#include "quern/formats/shared/writer.h"

namespace quern::speedscope {

extern const FormatWriter kWriter;

}  // namespace quern::speedscope
