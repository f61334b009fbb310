// SPDX-License-Identifier: MIT
#include "quern/views/flame.h"

#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/cli/commands.h"
#include "quern/cli/session.h"
#include "quern/views/folded.h"

namespace quern::cli {
namespace {

/// Frames and levels that people are shown; --limit and --depth ask for others.
constexpr size_t kFrames = 20'000;
constexpr size_t kTextLevels = 40;
/// Columns of a terminal below which a frame tells nothing.
constexpr size_t kLeastColumns = 3;
constexpr size_t kUsualColumns = 100;

bool is_picture(const Arguments& arguments) {
  return arguments.format == "svg" || arguments.format == "html";
}

/// A frame has to be half a pixel or some columns wide; folded stacks, which are for programs, have
/// all that there is room for.
FlameRequest request_of(const Session& session) {
  const Arguments& arguments = session.arguments();
  FlameRequest request{.bottom_up = arguments.bottom_up,
                       .merge_recursion = arguments.flame.merge_recursion,
                       .depth = arguments.depth,
                       .least_share = arguments.least_share.value_or(0)};
  if (is_picture(arguments)) {
    request.least_part = uint64_t{2} * arguments.flame.style.pixels;
  } else if (arguments.format == "text") {
    const size_t width = session.style({}).width;
    request.least_part = std::max<size_t>(1, (width == 0 ? kUsualColumns : width) / kLeastColumns);
    request.depth = arguments.depth != 0 ? arguments.depth : kTextLevels;
  }
  return request;
}

/// From exact stacks all of them, from the roots down.
Result<void> fold_stacks(Session& session, const Profile& profile, const Selection& selection) {
  const Result<FoldedStacks> stacks = FoldedStacks::of(
      profile, selection,
      session.arguments().flame.merge_recursion ? Recursion::kMerged : Recursion::kTold);
  if (!stacks) {
    return failure(stacks.error());
  }
  if (const int128 negative = stacks->negative(); negative != 0) {
    session.tell(fmt::format("folded stacks cannot hold costs below 0: {} in all left out",
                             grouped(negative)));
  }
  render_folded(*stacks, session.out());
  return {};
}

void fold_frames(Session& session, const Flame& flame) {
  if (!flame.tree.is_exact) {
    session.tell(
        "the input has a call graph, no stacks: below functions with several callers these rows "
        "are estimated");
  }
  render_folded(flame, session.out());
}

void show(Session& session, const Flame& flame) {
  const Arguments& arguments = session.arguments();
  const Style style = session.style(arguments.words);
  if (arguments.format == "svg") {
    render_svg(flame, style, arguments.flame.style, session.out());
  } else if (arguments.format == "html") {
    FlameStyle how = arguments.flame.style;
    how.roots_on_top = arguments.flame.roots != "bottom";
    render_html(flame, style, how, session.out());
  } else if (arguments.format == "folded") {
    fold_frames(session, flame);
  } else {
    render(flame, style, session.out());
  }
}

}  // namespace

Result<ExitCode> run_flame(Session& session) {
  const Arguments& arguments = session.arguments();
  const Result<Opened> opened = session.open(arguments.words, Keep::kSums);
  if (!opened) {
    return failure(opened.error());
  }
  session.tell_warnings(*opened->profile);
  const bool is_folded = arguments.format == "folded";
  const Result<Selection> selection = session.select_from(
      *opened->profile, SortBy::kInclusive, is_folded ? 0 : kFrames, RowKind::kBranches);
  if (!selection) {
    return failure(selection.error());
  }
  if (is_folded && !arguments.bottom_up && !selection->where.query &&
      FoldedStacks::are_in(*opened->profile, *selection)) {
    if (const Result<void> done = fold_stacks(session, *opened->profile, *selection); !done) {
      return failure(done.error());
    }
  } else {
    const Result<Flame> answer = flame(*opened->profile, *selection, request_of(session));
    if (!answer) {
      return failure(answer.error());
    }
    show(session, *answer);
  }
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
