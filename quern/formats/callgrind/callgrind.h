// SPDX-License-Identifier: MIT
//
// The Callgrind format and all that write it: Callgrind, Cachegrind, xtree dumps, Xdebug, pprof's
// and others' exports. Rules: docs/formats/callgrind.md; producers' habits: dialects.h.
#pragma once

#include "quern/formats/shared/format.h"
#include "quern/formats/shared/writer.h"

namespace quern::callgrind {

extern const Format kFormat;

/// Writes a profile's records in the Callgrind format: all parts into one file, names and positions
/// compressed. What it writes reads alike under both base rules and in the strictest readers: calls
/// stand at absolute lines, aliases are defined where they are used first in each part.
extern const FormatWriter kWriter;

}  // namespace quern::callgrind
