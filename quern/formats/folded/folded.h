// SPDX-License-Identifier: MIT
//
// Folded (collapsed) stacks: a row each, as perf's, BPF's, Java's and Python's profilers write them
// for flame graphs. Rules: docs/formats/folded.md.
#pragma once

#include "quern/formats/shared/format.h"

namespace quern::folded {

extern const Format kFormat;

}  // namespace quern::folded
