// SPDX-License-Identifier: MIT
//
// Writes contexts as an IgProf dump, hexadecimal, a record each, with the blocks that were still
// held. Parts become sections, as those of threads are.
#pragma once

#include "quern/formats/shared/writer.h"

namespace quern::igprof {

extern const FormatWriter kWriter;

}  // namespace quern::igprof
