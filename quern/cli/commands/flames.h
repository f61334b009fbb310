// SPDX-License-Identifier: MIT
//
// What commands that draw flame graphs do alike.
#pragma once

#include "quern/cli/session.h"
#include "quern/output/answers/trees.h"
#include "quern/output/shared/flame_style.h"
#include "quern/views/trees/flame.h"

namespace quern::cli {

/// Frames that people are shown; --limit asks for others.
inline constexpr size_t kFlameFrames = 20'000;

/// A frame has to be half a pixel or some columns wide; folded stacks, which are for programs, have
/// all that there is room for.
[[nodiscard]] FlameRequest flame_request(const Session& session);

/// What folded stacks from a call graph are, which they have no place for.
void tell_of_estimates(const Session& session);

/// In the form asked for.
template <class Flame>
void show_flame(Session& session, const Flame& flame, bool is_exact, const Style& style) {
  const Arguments& arguments = session.arguments();
  FlameStyle how = arguments.flame.style;
  if (arguments.format == "svg") {
    how.roots_on_top = arguments.flame.roots == "top";
    render_svg(flame, style, how, session.out());
  } else if (arguments.format == "html") {
    how.roots_on_top = arguments.flame.roots != "bottom";
    render_html(flame, style, how, session.out());
  } else if (arguments.format == "folded") {
    if (!is_exact) {
      tell_of_estimates(session);
    }
    render_folded(flame, session.out());
  } else {
    render(flame, style, session.out());
  }
}

}  // namespace quern::cli
