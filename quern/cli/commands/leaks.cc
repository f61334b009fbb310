// SPDX-License-Identifier: MIT
#include "quern/views/held/leaks.h"

#include "quern/cli/asked_profile.h"
#include "quern/cli/options/commands.h"
#include "quern/output/answers/held.h"

namespace quern::cli {

Result<ExitCode> run_leaks(Session& session) {
  const Arguments& arguments = session.arguments;
  const LeaksBy by = arguments.leaks.by;
  const bool has_names = by != LeaksBy::kSize && by != LeaksBy::kPage;
  const Result<AskedProfile> asked = ask(session, arguments.words, Keep::kAll, SortBy::kSelf, 20,
                                         has_names ? RowKind::kHeld : RowKind::kHeldUnnamed);
  if (!asked) {
    return failure(asked.error());
  }
  const Selection& selection = asked->selection;
  LeaksRequest request = arguments.leaks;
  // Formulas that are no costs are worked out of what is held; a name says whose.
  request.names_event = selection.has_asked_columns;
  return session.answerer.show(leaks(asked->profile(), selection, request),
                               session.answerer.style(arguments.words));
}

}  // namespace quern::cli
