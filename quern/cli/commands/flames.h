// SPDX-License-Identifier: MIT
//
// What `flame` and `diff --view flame` share: how much is drawn, and in which form.
#pragma once

#include "quern/cli/session.h"
#include "quern/output/answers/trees.h"
#include "quern/output/shared/flame_style.h"
#include "quern/views/trees/flame.h"

namespace quern::cli {

/// Frames drawn without --limit. Folded stacks have no such limit.
inline constexpr size_t kFlameFrames = 20'000;

/// What to draw, as the options say. Frames narrower than half a pixel (SVG, HTML) or a few columns
/// (text) are merged, since nobody could see them. Folded stacks are for programs and keep all.
[[nodiscard]] FlameRequest flame_request(const Session& session);

/// Prints a note that the stacks are estimates. Folded stacks need it: their format cannot mark
/// them.
void tell_of_estimates(const Session& session);

/// Writes a Flame or DiffFlame in the form asked for. Without --roots, SVG has its roots at the
/// bottom, as flame graphs have, and HTML on top, where a page is read from.
template <class Flame>
void show_flame(Session& session, const Flame& flame, bool is_exact, const Style& style) {
  const Arguments& arguments = session.arguments;
  FlameStyle how = arguments.flame.style;
  if (arguments.format == "svg") {
    how.roots_on_top = arguments.flame.roots == "top";
    render_svg(flame, style, how, session.answerer.out());
  } else if (arguments.format == "html") {
    how.roots_on_top = arguments.flame.roots != "bottom";
    render_html(flame, style, how, session.answerer.out());
  } else if (arguments.format == "folded") {
    if (!is_exact) {
      tell_of_estimates(session);
    }
    render_folded(flame, session.answerer.out());
  } else {
    render(flame, style, session.answerer.out());
  }
}

}  // namespace quern::cli
