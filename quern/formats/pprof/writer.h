// SPDX-License-Identifier: MIT
//
// Writes pprof's profile.proto, gzipped: a sample a context, with a location for each place of a
// function that occurs. Sites become lines, IgProf's symbols addresses in a mapping.
#pragma once

#include "quern/formats/shared/writer.h"

namespace quern::pprof {

extern const FormatWriter kWriter;

}  // namespace quern::pprof
