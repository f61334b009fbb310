// SPDX-License-Identifier: MIT
//
// The Callgrind format and all that write it: Callgrind, Cachegrind, xtree dumps, Xdebug, pprof's
// and others' exports. Rules: docs/formats/callgrind.md; producers' habits: dialects.h.
#pragma once

#include "quern/formats/shared/format.h"

namespace quern::callgrind {

extern const Format kFormat;

}  // namespace quern::callgrind
