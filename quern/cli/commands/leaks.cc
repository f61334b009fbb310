// SPDX-License-Identifier: MIT
#include "quern/views/held/leaks.h"

#include <algorithm>

#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/output/answers/held.h"
#include "quern/query/event_choice.h"

namespace quern::cli {

Result<ExitCode> run_leaks(Session& session) {
  const Arguments& arguments = session.arguments();
  const Result<Opened> opened = session.open(arguments.words, Keep::kAll);
  if (!opened) {
    return failure(opened.error());
  }
  session.tell_warnings(*opened->profile);
  const LeaksBy by = arguments.leaks.by;
  const bool has_names = by != LeaksBy::kSize && by != LeaksBy::kPage;
  const Result<Selection> selection = session.select_from(
      *opened->profile, SortBy::kSelf, 20, has_names ? RowKind::kHeld : RowKind::kHeldUnnamed);
  if (!selection) {
    return failure(selection.error());
  }
  LeaksRequest request = arguments.leaks;
  // Formulas that are no costs are worked out of what is held; a name says whose.
  request.names_event = std::ranges::any_of(arguments.events, [&](const std::string& name) {
    return index_of(selection->columns, name) != selection->columns.size();
  });
  const Result<Leaks> answer = leaks(*opened->profile, *selection, request);
  if (!answer) {
    return failure(answer.error());
  }
  render(*answer, session.style(arguments.words), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
