// SPDX-License-Identifier: MIT
#include "quern/cli/commands.h"
#include "quern/cli/session.h"

namespace quern::cli {

Result<ExitCode> run_convert(Session& session) {
  const Result<Opened> opened = session.open(session.arguments().words, Keep::kAll);
  if (!opened) {
    return failure(opened.error());
  }
  if (Result<void> exact = session.check_exact(*opened->profile, ExactCosts::kRecords); !exact) {
    return failure(exact.error());
  }
  session.tell_warnings(*opened->profile);
  write_profile_json(*opened->profile, session.out());
  session.finished("answering");
  return ExitCode::kDone;
}

}  // namespace quern::cli
