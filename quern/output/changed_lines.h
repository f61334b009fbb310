// SPDX-License-Identifier: MIT
//
// The lines of one file in `diff --view annotate` as text: columns of numbers, line numbers of both
// sources, marks, the text, and below a line what it was and whose calls changed.
#pragma once

#include "quern/base/drained_text.h"
#include "quern/output/render.h"
#include "quern/views/diff_annotation.h"

namespace quern {

/// False once nobody takes bytes any more.
[[nodiscard]] bool write_changed_lines(const DiffAnnotatedFile& file, const DiffAnnotation& answer,
                                       const Style& style, DrainedText& stream);

}  // namespace quern
