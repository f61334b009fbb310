// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "quern/output/answers/graph.h"
#include "quern/output/graph/graph_picture.h"

namespace quern {
namespace {

template <class Picture>
void write_drawn(const Picture& picture, GraphForm form, const Style& style, const GraphStyle& how,
                 ByteSink& out) {
  if (form == GraphForm::kJson) {
    write_json(picture, how, out);
    return;
  }
  using Writer = void (*)(const GraphPicture&, const GraphStyle&, ByteSink&);
  constexpr std::array<Writer, 4> kWriters = {write_svg, write_html, write_dot, write_mermaid};
  kWriters[static_cast<size_t>(form)](graph_picture(picture, style, how.boxes), how, out);
}

}  // namespace

std::optional<GraphForm> parse_graph_form(std::string_view word) {
  constexpr std::array<std::string_view, 5> kWords = {"svg", "html", "dot", "mermaid", "json"};
  const auto* found = std::ranges::find(kWords, word);
  return found != kWords.end() ? std::optional(static_cast<GraphForm>(found - kWords.begin()))
                               : std::nullopt;
}

void render_drawn(const CallPicture& picture, GraphForm form, const Style& style,
                  const GraphStyle& how, ByteSink& out) {
  write_drawn(picture, form, style, how, out);
}

void render_drawn(const DiffPicture& picture, GraphForm form, const Style& style,
                  const GraphStyle& how, ByteSink& out) {
  write_drawn(picture, form, style, how, out);
}

}  // namespace quern
