// SPDX-License-Identifier: MIT
//
// Writes the stacks of one event as folded stacks: a row each, `main;parse;scan 123`.
#pragma once

#include "quern/formats/shared/writer.h"

namespace quern::folded {

extern const FormatWriter kWriter;

}  // namespace quern::folded
