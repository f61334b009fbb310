// SPDX-License-Identifier: MIT
//
// Dumps of IgProf: exact stacks with counters, in the hexadecimal form that IgProf writes today and
// the decimal one that it published. Rules: docs/formats/igprof.md.
#pragma once

#include "quern/formats/shared/format.h"
#include "quern/formats/shared/writer.h"

namespace quern::igprof {

extern const Format kFormat;

/// Writes contexts as an IgProf dump, hexadecimal, a record each, with the blocks that were still
/// held. Parts become sections, as those of threads are.
extern const FormatWriter kWriter;

}  // namespace quern::igprof
