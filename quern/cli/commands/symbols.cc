// SPDX-License-Identifier: MIT
#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"

namespace quern::cli {

Result<ExitCode> run_symbols(Session& session) {
  const Result<Opened> opened = session.loader.open(session.arguments.words, Keep::kSums);
  if (!opened) {
    return failure(opened.error());
  }
  session.loader.tell_warnings(*opened->profile);
  std::vector<std::string> notes;
  if (Result<void> written = write_symbols(*opened->profile, session.answerer.out(), notes);
      !written) {
    return failure(written.error());
  }
  for (const std::string& note : notes) {
    session.reporter.note(note);
  }
  return ExitCode::kDone;
}

}  // namespace quern::cli
