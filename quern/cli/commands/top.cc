// SPDX-License-Identifier: MIT
#include "quern/views/top.h"

#include "quern/cli/commands.h"
#include "quern/cli/session.h"

namespace quern::cli {

Result<ExitCode> run_top(Session& session) {
  const std::vector<std::string>& files = session.arguments().words;
  const Result<Opened> opened = session.open(files, Keep::kSums);
  if (!opened) {
    return failure(opened.error());
  }
  session.tell_warnings(*opened->profile);
  const Result<Selection> selection = session.select_from(*opened->profile, SortBy::kSelf);
  if (!selection) {
    return failure(selection.error());
  }
  render(Top(*opened->profile, *selection), session.style(files), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
