// SPDX-License-Identifier: MIT
#include "quern/views/trees/flame.h"

#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/cli/asked_profile.h"
#include "quern/cli/commands/flames.h"
#include "quern/cli/options/commands.h"
#include "quern/output/answers/trees.h"
#include "quern/views/trees/folded.h"

namespace quern::cli {
namespace {

/// From exact stacks all of them, from the roots down.
Result<ExitCode> fold_stacks(Session& session, const Profile& profile, const Selection& selection) {
  const Result<FoldedStacks> stacks = FoldedStacks::of(
      profile, selection,
      session.arguments.flame.merge_recursion ? Recursion::kMerged : Recursion::kTold);
  if (!stacks) {
    return failure(stacks.error());
  }
  if (const int128 negative = stacks->negative(); negative != 0) {
    session.reporter.note(fmt::format(
        "folded stacks cannot represent negative costs: {} left out in all", grouped(negative)));
  }
  render_folded(*stacks, session.answerer.out());
  return ExitCode::kDone;
}

}  // namespace

Result<ExitCode> run_flame(Session& session) {
  const Arguments& arguments = session.arguments;
  const bool is_folded = arguments.format == "folded";
  const Result<AskedProfile> asked = ask(session, arguments.words, Keep::kSums, SortBy::kInclusive,
                                         is_folded ? 0 : kFlameFrames, RowKind::kBranches);
  if (!asked) {
    return failure(asked.error());
  }
  const Profile& profile = asked->profile();
  const Selection& selection = asked->selection;
  if (is_folded && !arguments.bottom_up && !arguments.each_of && !selection.where.query &&
      FoldedStacks::are_in(profile, selection)) {
    return fold_stacks(session, profile, selection);
  }
  const FlameRequest request = flame_request(session);
  const Result<Flame> answer =
      arguments.each_of
          ? flame_around(profile, selection, request,
                         wanted_name(session.arguments, *arguments.each_of, {&profile}))
          : flame(profile, selection, request);
  if (!answer) {
    return failure(answer.error());
  }
  show_flame(session, *answer, answer->tree.is_exact,
             session.answerer.style(arguments.words, {&profile}));
  return ExitCode::kDone;
}

}  // namespace quern::cli
