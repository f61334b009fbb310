// SPDX-License-Identifier: MIT
//
// pprof's protocol buffers, as Go's runtime, perf_to_profile and many others write them. Rules:
// docs/formats/pprof.md.
#pragma once

#include "quern/formats/shared/format.h"
#include "quern/formats/shared/writer.h"

namespace quern::pprof {

extern const Format kFormat;

/// Writes pprof's profile.proto, gzipped: a sample a context, with a location for each place of a
/// function that occurs. Sites become lines, IgProf's symbols addresses in a mapping.
extern const FormatWriter kWriter;

}  // namespace quern::pprof
