// SPDX-License-Identifier: MIT
//
// What commands that show source lines have in common.
#pragma once

#include "quern/base/diagnostic.h"
#include "quern/cli/session.h"
#include "quern/compare/source/diff_files.h"
#include "quern/output/render.h"

namespace quern::cli {

/// `error` as it is, but where filters have made other stacks: what they leave has no lines,
/// whatever the input records.
[[nodiscard]] Diagnostic without_lines(const Arguments& arguments, Diagnostic error);

/// Where the sources and objects of both sides are.
[[nodiscard]] PlacesOfSides places_of_sides(const Arguments& arguments, const DiffRuns& runs);

/// Renders lines, as a page too.
template <class Lines>
Result<ExitCode> show_lines(Session& session, const Result<Lines>& answer, const Style& style) {
  if (!answer) {
    return failure(without_lines(session.arguments, answer.error()));
  }
  if (session.arguments.format == "html") {
    render_html(*answer, style, session.answerer.out());
    return ExitCode::kDone;
  }
  return session.answerer.show(*answer, style);
}

}  // namespace quern::cli
