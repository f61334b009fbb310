// SPDX-License-Identifier: MIT
//
// pprof's protocol buffers, as Go's runtime, perf_to_profile and many others write them. Rules:
// docs/formats/pprof.md.
#pragma once

#include "quern/formats/shared/format.h"

namespace quern::pprof {

extern const Format kFormat;

}  // namespace quern::pprof
