// SPDX-License-Identifier: MIT
//
// Source lines with their costs, in each form and as a page.
#pragma once

#include <string>

#include "quern/output/render.h"
#include "quern/views/source/annotation.h"

namespace quern {

void write_text(const Annotation& answer, const Style& style, ByteSink& out);
void write_json(const Annotation& answer, ByteSink& out);
[[nodiscard]] std::string rest_line(const Annotation& answer);
void write_accounts(const Annotation& answer, ByteSink& out);
void write_flat(const Annotation& answer, FlatForm form, ByteSink& out);

/// One page that needs no other file.
void render_html(const Annotation& answer, const Style& style, ByteSink& out);

}  // namespace quern
