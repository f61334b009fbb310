// SPDX-License-Identifier: MIT
#include "quern/views/calls.h"

#include "quern/cli/commands.h"
#include "quern/cli/session.h"

namespace quern::cli {

Result<ExitCode> run_calls(Session& session) {
  const Arguments& arguments = session.arguments();
  // JSON tells the sites of each call, which only the records know.
  const Keep keep = arguments.format == "json" ? Keep::kAll : Keep::kSums;
  const Result<Opened> opened = session.open(arguments.words, keep);
  if (!opened) {
    return failure(opened.error());
  }
  session.tell_warnings(*opened->profile);
  const Result<Selection> selection = session.select_from(*opened->profile, SortBy::kInclusive);
  if (!selection) {
    return failure(selection.error());
  }
  render(Calls(*opened->profile, *selection), session.style(arguments.words), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
