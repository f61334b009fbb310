// SPDX-License-Identifier: MIT
#include "quern/views/leaks.h"

#include "quern/cli/commands.h"
#include "quern/cli/session.h"

namespace quern::cli {

Result<ExitCode> run_leaks(Session& session) {
  const Arguments& arguments = session.arguments();
  const Result<Opened> opened = session.open(arguments.words, Keep::kAll);
  if (!opened) {
    return failure(opened.error());
  }
  session.tell_warnings(*opened->profile);
  const Result<Selection> selection = session.select_from(*opened->profile, SortBy::kSelf);
  if (!selection) {
    return failure(selection.error());
  }
  LeaksRequest request = arguments.leaks;
  request.names_event = !arguments.events.empty();
  const Result<Leaks> answer = leaks(*opened->profile, *selection, request);
  if (!answer) {
    return failure(answer.error());
  }
  render(*answer, session.style(arguments.words), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
