// SPDX-License-Identifier: MIT
//
// Drawn call graphs, in each form and as pictures.
#pragma once

#include <string>

#include "quern/output/render.h"
#include "quern/output/shared/graph_style.h"
#include "quern/views/graph/call_picture.h"

namespace quern {

void write_text(const CallPicture& picture, const Style& style, ByteSink& out);
void write_json(const CallPicture& picture, ByteSink& out);
[[nodiscard]] std::string rest_line(const CallPicture& picture);
void write_flat(const CallPicture& picture, FlatForm form, ByteSink& out);

void render_svg(const CallPicture& picture, const Style& style, const GraphStyle& how,
                ByteSink& out);
void render_html(const CallPicture& picture, const Style& style, const GraphStyle& how,
                 ByteSink& out);
/// For Graphviz and Mermaid, which place the boxes themselves.
void render_dot(const CallPicture& picture, const Style& style, const GraphStyle& how,
                ByteSink& out);
void render_mermaid(const CallPicture& picture, const Style& style, const GraphStyle& how,
                    ByteSink& out);

}  // namespace quern
