// SPDX-License-Identifier: MIT
#include "quern/views/trees/flame.h"

#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/cli/commands/flames.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/output/answers/trees.h"
#include "quern/views/trees/folded.h"

namespace quern::cli {
namespace {

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
    tell_of_estimates(session);
  }
  render_folded(flame, session.out());
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
      *opened->profile, SortBy::kInclusive, is_folded ? 0 : kFlameFrames, RowKind::kBranches);
  if (!selection) {
    return failure(selection.error());
  }
  if (is_folded && !arguments.bottom_up && !arguments.each_of && !selection->where.query &&
      FoldedStacks::are_in(*opened->profile, *selection)) {
    if (const Result<void> done = fold_stacks(session, *opened->profile, *selection); !done) {
      return failure(done.error());
    }
  } else {
    const FlameRequest request = flame_request(session);
    const Result<Flame> answer =
        arguments.each_of
            ? flame_around(*opened->profile, *selection, request,
                           session.wanted_name(*arguments.each_of, {opened->profile.get()}))
            : flame(*opened->profile, *selection, request);
    if (!answer) {
      return failure(answer.error());
    }
    if (is_folded) {
      fold_frames(session, *answer);
    } else {
      show_flame(session, *answer, session.style(arguments.words));
    }
  }
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
