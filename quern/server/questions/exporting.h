// SPDX-License-Identifier: MIT
//
// What exports of one profile and of two have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "quern/base/byte_sink.h"
#include "quern/output/render.h"
#include "quern/output/shared/flame_style.h"
#include "quern/server/routes.h"
#include "quern/views/trees/flame.h"

namespace quern::server {

inline constexpr size_t kMostRowsExported = 100'000;

/// How a form ("csv", …) looks; text for forms that are pictures.
[[nodiscard]] Style export_style(std::string_view form);
/// What the command writes of both sides: views diff, annotation, tree, flame.
[[nodiscard]] Asked<std::string> compared_export(const Question& question, std::string_view view,
                                                 std::string_view form);

/// The drawn call graph in a form.
[[nodiscard]] Asked<std::string> exported_graph(const Question& question,
                                                const Selection& selection, std::string_view form);

/// The treemap in a form.
[[nodiscard]] Asked<std::string> exported_map(const Question& question, const Selection& selection,
                                              std::string_view form);
/// The call graph of both sides in a form.
[[nodiscard]] Asked<std::string> exported_diff_graph(const Question& question,
                                                     std::string_view form);

/// A table or text as the command writes it.
template <class Rows>
std::string rendered(const Rows& rows, std::string_view form) {
  StringSink sink;
  render(rows, export_style(form), sink);
  return std::move(sink.text());
}

/// What `write` makes of what was worked out; refused where that failed.
template <class T, class Write>
Asked<std::string> exported(const Result<T>& made, const Write& write) {
  return made ? Asked<std::string>(write(*made)) : std::unexpected(no_answer(made.error()));
}

[[nodiscard]] inline uint32_t asked_pixels(QueryParameters& parameters) {
  return static_cast<uint32_t>(parameters.number("px", 100, 8192, 1200));
}
/// What trees and flame graphs are asked for, of one profile or of both sides. The width of a flame
/// graph is read in every form, so that a bad one is refused before any work.
[[nodiscard]] FlameRequest asked_shape(QueryParameters& parameters, std::string_view form,
                                       bool is_flame);

/// A flame graph, or one of both sides, in a form.
template <class Picture>
std::string flame_text(const Picture& picture, std::string_view form, QueryParameters& parameters) {
  StringSink sink;
  const Style style = export_style(form);
  const FlameStyle how{.roots_on_top = form == "html", .pixels = asked_pixels(parameters)};
  if (form == "svg") {
    render_svg(picture, style, how, sink);
  } else if (form == "html") {
    render_html(picture, style, how, sink);
  } else if (form == "folded") {
    render_folded(picture, sink);
  } else {
    render(picture, style, sink);
  }
  return std::move(sink.text());
}

}  // namespace quern::server
