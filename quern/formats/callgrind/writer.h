// SPDX-License-Identifier: MIT
//
// Writes a profile's records in the Callgrind format: all parts into one file, names and positions
// compressed. What it writes reads alike under both base rules and in the strictest readers: calls
// stand at absolute lines, aliases are defined where they are used first in each part.
#pragma once

#include "quern/formats/shared/writer.h"

namespace quern::callgrind {

extern const FormatWriter kWriter;

}  // namespace quern::callgrind
