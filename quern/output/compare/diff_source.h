// SPDX-License-Identifier: MIT
//
// Compared source lines as a page that needs no other file.
#pragma once

#include "quern/base/byte_sink.h"
#include "quern/compare/source/diff_annotation.h"
#include "quern/output/answers/diff.h"
#include "quern/output/render.h"

namespace quern {

void render_html(const DiffAnnotation& answer, const Style& style, ByteSink& out);

}  // namespace quern
