// SPDX-License-Identifier: MIT
//
// What exports of one profile and of two have in common.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "quern/output/render.h"
#include "quern/output/shared/flame_style.h"
#include "quern/server/routes.h"

namespace quern::server {

inline constexpr size_t kMostRowsExported = 100'000;

/// How a form ("csv", …) looks; text for forms that are pictures.
[[nodiscard]] Style export_style(std::string_view form);
/// What the command writes of both sides: views diff, annotation, tree, flame.
[[nodiscard]] std::expected<std::string, Refusal> compared_export(const Question& question,
                                                                  std::string_view view,
                                                                  std::string_view form);

/// A flame graph, or one of both sides, in a form.
template <class Picture>
std::string flame_text(const Picture& picture, std::string_view form, uint32_t pixels) {
  StringSink sink;
  const Style style = export_style(form);
  const FlameStyle how{.roots_on_top = form == "html", .pixels = pixels};
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
