// SPDX-License-Identifier: MIT
#include "quern/views/trees/tree.h"

#include "quern/cli/asked_profile.h"
#include "quern/cli/options/commands.h"
#include "quern/output/answers/trees.h"

namespace quern::cli {

Result<ExitCode> run_tree(Session& session) {
  constexpr size_t kRows = 40;
  const Arguments& arguments = session.arguments;
  const Result<AskedProfile> asked =
      ask(session, arguments.words, Keep::kSums, SortBy::kInclusive, kRows, RowKind::kBranches);
  if (!asked) {
    return failure(asked.error());
  }
  if (asked->selection.sort_by == SortBy::kSelf && is_typed(arguments, "sort")) {
    return failure(
        usage_error("bad-value", "--sort takes an inclusive cost here, not a self cost",
                    "branches are ranked by inclusive cost; `quern top` sorts by self cost"));
  }
  return session.answerer.show(tree(asked->profile(), asked->selection,
                                    {.bottom_up = arguments.bottom_up,
                                     .heaviest_path = arguments.heaviest_path,
                                     .depth = arguments.depth,
                                     .least_share = arguments.least_share.value_or(0)}),
                               session.answerer.style(arguments.words, {&asked->profile()}));
}

}  // namespace quern::cli
