// SPDX-License-Identifier: MIT
//
// Drawn call graphs, of one profile or of a comparison, in each form and as pictures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "quern/compare/graph/diff_picture.h"
#include "quern/output/render.h"
#include "quern/output/shared/graph_style.h"
#include "quern/views/graph/call_picture.h"

namespace quern {

void write_text(const CallPicture& picture, const Style& style, ByteSink& out);
void write_json(const CallPicture& picture, ByteSink& out);
void write_json(const CallPicture& picture, const GraphStyle& how, ByteSink& out);
[[nodiscard]] std::string rest_line(const CallPicture& picture);
void write_flat(const CallPicture& picture, FlatForm form, ByteSink& out);

/// What a drawn graph is besides text and tables. Graphviz and Mermaid place the boxes themselves.
enum class GraphForm : uint8_t { kSvg, kHtml, kDot, kMermaid, kJson };
/// Of "svg", "html", "dot", "mermaid" and "json".
[[nodiscard]] std::optional<GraphForm> parse_graph_form(std::string_view word);
void render_drawn(const CallPicture& picture, GraphForm form, const Style& style,
                  const GraphStyle& how, ByteSink& out);

void write_text(const DiffPicture& picture, const Style& style, ByteSink& out);
void write_json(const DiffPicture& picture, ByteSink& out);
void write_json(const DiffPicture& picture, const GraphStyle& how, ByteSink& out);
[[nodiscard]] std::string rest_line(const DiffPicture& picture);
void write_flat(const DiffPicture& picture, FlatForm form, ByteSink& out);
void render_drawn(const DiffPicture& picture, GraphForm form, const Style& style,
                  const GraphStyle& how, ByteSink& out);

}  // namespace quern
