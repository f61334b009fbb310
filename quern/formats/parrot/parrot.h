// SPDX-License-Identifier: MIT
//
// The raw profile of Parrot's profiling runcore: one row an executed opcode. (Parrot's two writers
// of the Callgrind format are dialects of that.) Rules: docs/formats/parrot.md.
#pragma once

#include "quern/formats/shared/format.h"

namespace quern::parrot {

extern const Format kFormat;

}  // namespace quern::parrot
