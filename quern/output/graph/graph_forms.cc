// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "quern/output/answers/graph.h"
#include "quern/output/graph/graph_picture.h"

namespace quern {
namespace {

void write_drawn(const GraphPicture& picture, GraphForm form, const GraphStyle& how,
                 ByteSink& out) {
  using Writer = void (*)(const GraphPicture&, const GraphStyle&, ByteSink&);
  constexpr std::array<Writer, 4> kWriters = {write_svg, write_html, write_dot, write_mermaid};
  kWriters[static_cast<size_t>(form)](picture, how, out);
}

}  // namespace

std::optional<GraphForm> parse_graph_form(std::string_view word) {
  constexpr std::array<std::string_view, 4> kWords = {"svg", "html", "dot", "mermaid"};
  const auto* found = std::ranges::find(kWords, word);
  return found != kWords.end() ? std::optional(static_cast<GraphForm>(found - kWords.begin()))
                               : std::nullopt;
}

void render_drawn(const CallPicture& picture, GraphForm form, const Style& style,
                  const GraphStyle& how, ByteSink& out) {
  write_drawn(graph_picture(picture, style), form, how, out);
}

void render_drawn(const DiffPicture& picture, GraphForm form, const Style& style,
                  const GraphStyle& how, ByteSink& out) {
  write_drawn(graph_picture(picture, style), form, how, out);
}

}  // namespace quern
