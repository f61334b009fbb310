// SPDX-License-Identifier: MIT
//
// Folded (collapsed) stacks: a row each, as perf's, BPF's, Java's and Python's profilers write them
// for flame graphs. Rules: docs/formats/folded.md.
#pragma once

#include "quern/formats/shared/format.h"
#include "quern/formats/shared/writer.h"

namespace quern::folded {

extern const Format kFormat;

/// Writes the stacks of one event as folded stacks: a row each, `main;parse;scan 123`.
extern const FormatWriter kWriter;

}  // namespace quern::folded
