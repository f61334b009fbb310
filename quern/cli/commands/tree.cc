// SPDX-License-Identifier: MIT
#include "quern/views/trees/tree.h"

#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/output/answers/trees.h"

namespace quern::cli {

Result<ExitCode> run_tree(Session& session) {
  constexpr size_t kRows = 40;
  const Arguments& arguments = session.arguments();
  const Result<Opened> opened = session.open(arguments.words, Keep::kSums);
  if (!opened) {
    return failure(opened.error());
  }
  session.tell_warnings(*opened->profile);
  const Result<Selection> selection =
      session.select_from(*opened->profile, SortBy::kInclusive, kRows, RowKind::kBranches);
  if (!selection) {
    return failure(selection.error());
  }
  if (selection->sort_by == SortBy::kSelf && is_typed(arguments, "sort")) {
    return failure(usage_error("bad-value", "--sort takes an inclusive cost here, not a self cost",
                               "branches stand by what they cost with all below them; "
                               "`quern top` sorts by self cost"));
  }
  const Result<Tree> answer = tree(*opened->profile, *selection,
                                   {.bottom_up = arguments.bottom_up,
                                    .heaviest_path = arguments.heaviest_path,
                                    .depth = arguments.depth,
                                    .least_share = arguments.least_share.value_or(0)});
  if (!answer) {
    return failure(answer.error());
  }
  render(*answer, session.style(arguments.words, {opened->profile.get()}), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
