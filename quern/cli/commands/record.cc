// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "quern/base/shell_words.h"
#include "quern/base/text.h"
#include "quern/bytes/kept_files.h"
#include "quern/bytes/output.h"
#include "quern/bytes/writing/system_calls.h"
#include "quern/cli/commands.h"
#include "quern/cli/commands/summary.h"
#include "quern/cli/processes.h"
#include "quern/cli/recorders.h"
#include "quern/cli/session.h"

namespace quern::cli {
namespace {

Result<ExitCode> print_command(Session& session, const Recording& recording) {
  if (session.arguments().format != "text" && is_typed(session.arguments(), "format")) {
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

/// What links and dots lead to.
std::string place_of(const std::string& path) {
  std::error_code problem;  // what cannot be found is told when it is tried
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, problem), problem);
}

/// Before the work: whether the profile may be where it is to be. It is the profiler that writes.
Result<void> check_places(const Arguments& arguments, const Recording& recording) {
  if (!arguments.record.profile && recording.has_process) {
    return {};
  }
  const std::string profile = arguments.record.profile.value_or(recording.written);
  if (arguments.output && place_of(*arguments.output) == place_of(profile)) {
    return failure(usage_error("bad-value", "-o and --profile name the same file",
                               "-o is for the answer; the profile stays beside it"));
  }
  std::error_code problem;  // what is not there can be made
  if (std::filesystem::exists(profile, problem) &&
      !std::filesystem::is_regular_file(profile, problem)) {
    return failure(usage_error(
        "bad-value",
        fmt::format("'{}' is no regular file: a profile cannot replace it", printable(profile))));
  }
  const Result<Output> place = create_output(profile, arguments.force);
  return place ? Result<void>() : failure(place.error());
}

Result<void> move_profile(const std::string& from, const std::string& to) {
  const std::string place = place_of(to);
  const int error_number =
      system_calls::error_of([&] { return system_calls::rename(from.c_str(), place.c_str()); });
  if (error_number == 0) {
    return {};
  }
  Diagnostic error = write_error(to, error_number);
  error.hint = fmt::format("the profile is in {}", printable(from));
  return failure(std::move(error));
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
  if (Result<void> free = check_places(arguments, *recording); !free) {
    return failure(free.error());
  }
  const int64_t began = file_clock_ns();
  const std::optional<EndedProgram> ended = run_program(recording->words);
  if (!ended) {
    return failure(cannot_start(*recording));
  }
  session.finished("recording");
  std::string profile = recording->written;
  if (recording->has_process) {
    profile += fmt::format(".{}", ended->process);
  }
  const std::optional<FileStamp> stamp = file_stamp(profile);
  // Callgrind makes its file at the start, and leaves it so where the program became another one.
  if (!stamp || stamp->modified_ns < began || stamp->size == 0) {
    return failure(not_recorded(*recording, arguments.record.profile.value_or(profile), *ended));
  }
  if (arguments.record.profile && profile != *arguments.record.profile) {
    if (Result<void> moved = move_profile(profile, *arguments.record.profile); !moved) {
      return failure(moved.error());
    }
    profile = *arguments.record.profile;
  }
  session.tell(ended->code == 0 ? fmt::format("recorded {}", profile)
                                : fmt::format("recorded {}; the program ended with exit code {}",
                                              profile, ended->code));
  return answer_summary(session, {profile});
}

}  // namespace quern::cli
