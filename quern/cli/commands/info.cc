// SPDX-License-Identifier: MIT
#include "quern/views/info.h"

#include "quern/cli/commands.h"
#include "quern/cli/session.h"

namespace quern::cli {

Result<ExitCode> run_info(Session& session) {
  const std::vector<std::string>& files = session.arguments().words;
  const Result<Opened> opened = session.open(files, Keep::kTotals);
  if (!opened) {
    return failure(opened.error());
  }
  render(info_of(*opened->profile), session.style(files), session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
