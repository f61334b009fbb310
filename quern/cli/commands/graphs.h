// SPDX-License-Identifier: MIT
//
// What `graph` and `diff --view graph` share: what is drawn, and in which form.
#pragma once

#include <optional>

#include "quern/cli/session.h"
#include "quern/output/answers/graph.h"
#include "quern/query/selection.h"
#include "quern/views/graph/picture_request.h"

namespace quern::cli {

/// What to draw, as the options say. A terminal has room for less than a picture.
[[nodiscard]] PictureRequest picture_request(const Session& session, const Selection& selection);

/// Writes a CallPicture or DiffPicture in the form asked for.
template <class Picture>
void show_graph(const Session& session, const Picture& picture, const Style& style, ByteSink& out) {
  const Arguments& arguments = session.arguments;
  if (const std::optional<GraphForm> form = parse_graph_form(arguments.format)) {
    render_drawn(picture, *form, style, arguments.graph.style, out);
  } else {
    render(picture, style, out);
  }
}

}  // namespace quern::cli
