// SPDX-License-Identifier: MIT
//
// Writes self costs as Cachegrind does: by file, function and line, each once, in that order. It
// is read by the strict readers of 3.21 and later and by all before them.
#pragma once

#include "quern/formats/shared/writer.h"

namespace quern::cachegrind {

extern const FormatWriter kWriter;

}  // namespace quern::cachegrind
