// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <optional>
#include <string>

#include "quern/base/shell_words.h"
#include "quern/base/text.h"
#include "quern/bytes/kept_files.h"
#include "quern/bytes/output.h"
#include "quern/cli/commands.h"
#include "quern/cli/commands/summary.h"
#include "quern/cli/processes.h"
#include "quern/cli/recorders.h"
#include "quern/cli/session.h"

namespace quern::cli {
namespace {

Result<ExitCode> print_command(Session& session, const Recording& recording) {
  if (session.arguments().format != "text") {
    return failure(usage_error("needs-option", "--dry-run prints text, --format has no meaning"));
  }
  std::string line;
  for (const std::string& word : recording.words) {
    line += (line.empty() ? "" : " ") + shell_quoted(word);
  }
  session.out().write(line + '\n');
  return ExitCode::kDone;
}

Diagnostic cannot_start(const Recording& recording) {
  return usage_error("no-profiler",
                     fmt::format("'{}' cannot be started", printable(recording.words.front())),
                     recording.package.empty()
                         ? std::string("`quern help recording` tells what records what")
                         : fmt::format("Debian has it in the package {}", recording.package));
}

Diagnostic not_recorded(const Recording& recording, const std::string& profile,
                        const EndedProgram& ended) {
  Diagnostic error;
  error.code = "not-recorded";
  error.fault = Fault::kInput;
  error.input = profile;
  error.message =
      fmt::format("the program ended with exit code {} and left no profile", ended.code);
  error.hint =
      recording.is_php ? "does `php -m` list Xdebug?" : "was it found, and did it end by itself?";
  return error;
}

}  // namespace

Result<ExitCode> run_record(Session& session) {
  const Arguments& arguments = session.arguments();
  const Result<Recording> recording = recording_of(arguments.record, arguments.words);
  if (!recording) {
    return failure(recording.error());
  }
  if (arguments.record.is_dry) {
    return print_command(session, *recording);
  }
  std::string profile = recording->profile;
  if (!recording->has_process) {
    // It is the profiler that writes: this only finds out whether it may, before the work.
    if (const Result<Output> place = create_output(profile, arguments.force); !place) {
      return failure(place.error());
    }
  }
  const int64_t began = file_clock_ns();
  const std::optional<EndedProgram> ended = run_program(recording->words);
  if (!ended) {
    return failure(cannot_start(*recording));
  }
  session.finished("recording");
  if (recording->has_process) {
    profile += fmt::format(".{}", ended->process);
  }
  const std::optional<FileStamp> stamp = file_stamp(profile);
  if (!stamp || stamp->modified_ns < began) {
    return failure(not_recorded(*recording, profile, *ended));
  }
  session.tell(ended->code == 0 ? fmt::format("recorded {}", profile)
                                : fmt::format("recorded {}; the program ended with exit code {}",
                                              profile, ended->code));
  return answer_summary(session, {profile});
}

}  // namespace quern::cli
