// SPDX-License-Identifier: MIT
//
// Dumps of IgProf: exact stacks with counters, in the hexadecimal form that IgProf writes today and
// the decimal one that it published. Rules: docs/formats/igprof.md.
#pragma once

#include "quern/formats/shared/format.h"

namespace quern::igprof {

extern const Format kFormat;

}  // namespace quern::igprof
