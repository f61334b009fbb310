// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/bytes/writing/output.h"
#include "quern/bytes/writing/system_calls.h"
#include "quern/cli/commands/summary.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/recorders.h"
#include "quern/cli/terminal/processes.h"

namespace quern::cli {
namespace {

Result<std::vector<Recording>> recordings_of(const Arguments& arguments) {
  const uint64_t runs = arguments.record.runs;
  std::vector<Recording> recordings;
  for (uint64_t run = 1; run <= runs; ++run) {
    Result<Recording> one = recording_of(arguments.record, arguments.words, runs == 1 ? 0 : run);
    if (!one) {
      return failure(one.error());
    }
    recordings.push_back(std::move(*one));
  }
  return recordings;
}

Result<ExitCode> print_commands(Session& session, const std::vector<Recording>& recordings) {
  for (const Recording& recording : recordings) {
    std::string line;
    for (const std::string& word : recording.words) {
      line += (line.empty() ? "" : " ") + shell_quoted(word);
    }
    session.answerer.out().write(line + '\n');
  }
  return ExitCode::kDone;
}

Diagnostic no_program(const std::string& program, int code) {
  if (code == static_cast<int>(ExitCode::kCannotRun)) {
    return usage_error("no-program", fmt::format("'{}' cannot be executed", printable(program)),
                       "make it executable: chmod +x FILE");
  }
  const bool is_path = program.contains('/');
  return usage_error("no-program", fmt::format("'{}' was not found", printable(program)),
                     is_path ? "check the path"
                             : fmt::format("if it is in this folder: ./{}", printable(program)));
}

/// `problem`: errno of the attempt. PHP is the program too: the exit code says what is wrong with
/// it.
Diagnostic cannot_start(Session& session, const Recording& recording, int problem) {
  const ExitCode code = problem == ENOENT ? ExitCode::kNotFound : ExitCode::kCannotRun;
  const std::string& name = recording.words.front();
  if (recording.is_php) {
    session.end = code;
    if (code == ExitCode::kCannotRun) {
      return no_program(name, static_cast<int>(code));
    }
  }
  return usage_error("no-profiler",
                     fmt::format("'{}' cannot be started: {}", printable(name),
                                 std::generic_category().message(problem)),
                     recording.package.empty()
                         ? std::string("see `quern help recording` for the profilers")
                         : fmt::format("Debian has it in the package {}", recording.package));
}

std::string end_phrase(const EndedProgram& ended) {
  return ended.ended_by != 0 ? fmt::format("was ended by signal {}", ended.ended_by)
                             : fmt::format("ended with exit code {}", ended.code);
}

/// Profilers that cannot start the program end as a shell would.
bool was_not_started(const EndedProgram& ended) {
  return ended.ended_by == 0 && (ended.code == static_cast<int>(ExitCode::kCannotRun) ||
                                 ended.code == static_cast<int>(ExitCode::kNotFound));
}

Diagnostic not_recorded(const Arguments& arguments, const Recording& recording,
                        const std::string& profile, const EndedProgram& ended) {
  if (!recording.is_php && was_not_started(ended)) {
    return no_program(arguments.words.front(), ended.code);
  }
  return input_error("not-recorded", profile,
                     fmt::format("the program {} and wrote no profile", end_phrase(ended)),
                     recording.is_php ? "check that `php -m` lists Xdebug"
                                      : "let the program run to its end: one that is killed or "
                                        "calls exec leaves no profile");
}

/// What links and dots lead to.
std::string place_of(const std::string& path) {
  std::error_code problem;  // a program that is not found is an error when it is started
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, problem), problem);
}

/// Before the work: whether the profile may be where it is to be. It is the profiler that writes.
Result<void> check_places(const Arguments& arguments, const Recording& recording) {
  if (!arguments.record.profile && recording.has_process) {
    return {};
  }
  const std::string& profile = recording.written;
  if (arguments.output && place_of(*arguments.output) == place_of(profile)) {
    return failure(
        usage_error("bad-value", "-o and --profile name the same file",
                    "-o names the file of the summary; choose another name for --profile"));
  }
  std::error_code problem;  // what is not there can be made
  if (std::filesystem::exists(profile, problem) &&
      !std::filesystem::is_regular_file(profile, problem)) {
    return failure(usage_error(
        "bad-value", fmt::format("'{}' is not a regular file, so no profile can replace it",
                                 printable(profile))));
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

/// The profile that a run left since `began`.
Result<std::string> recorded_profile(const Arguments& arguments, const Recording& recording,
                                     const EndedProgram& ended, int64_t began) {
  std::string profile = recording.written;
  if (recording.has_process) {
    profile += fmt::format(".{}", ended.process);
  }
  const std::optional<FileStamp> stamp = file_stamp(profile);
  const std::string& named = arguments.record.profile ? recording.written : profile;
  // Callgrind makes its file at the start, and leaves it so where the program became another one.
  if (!stamp || stamp->modified_ns < began || stamp->size == 0) {
    return failure(not_recorded(arguments, recording, named, ended));
  }
  if (profile != named) {
    if (Result<void> moved = move_profile(profile, named); !moved) {
      return failure(moved.error());
    }
    profile = named;
  }
  return profile;
}

/// What the process ends with, so far, given that of the runs before.
int status_after(const Arguments& arguments, int before, const EndedProgram& ended) {
  if (ended.terminated != 0) {
    return code_of_signal(ended.terminated);
  }
  return before != 0 || arguments.record.exits_zero ? before : ended.code;
}

/// Each run reads a file on standard input from where the first one did.
class RepeatedInput {
 public:
  void rewind() const {
    if (start_ >= 0) {
      ::lseek(STDIN_FILENO, start_, SEEK_SET);
    }
  }

 private:
  off_t start_ = ::lseek(STDIN_FILENO, 0, SEEK_CUR);  ///< below 0: a pipe or a terminal
};

void tell_run(const Session& session, const std::string& profile, const EndedProgram& ended) {
  session.reporter.note(
      ended.code == 0 ? fmt::format("recorded {}", profile)
                      : fmt::format("recorded {}; the program {}", profile, end_phrase(ended)));
}

/// Runs the program as often as asked and returns the profiles. The session then ends as it did.
Result<std::vector<std::string>> recorded(Session& session,
                                          const std::vector<Recording>& recordings) {
  const Arguments& arguments = session.arguments;
  const RepeatedInput input;
  std::vector<std::string> profiles;
  int status = 0;
  for (const Recording& recording : recordings) {
    input.rewind();
    const int64_t began = file_clock_ns();
    const std::expected<EndedProgram, int> ended = run_program(recording.words);
    if (!ended) {
      return failure(cannot_start(session, recording, ended.error()));
    }
    status = status_after(arguments, status, *ended);
    if (status != 0) {
      session.end = static_cast<ExitCode>(status);
    }
    Result<std::string> profile = recorded_profile(arguments, recording, *ended, began);
    if (!profile) {
      if (was_not_started(*ended)) {
        session.end = static_cast<ExitCode>(ended->code);  // whatever --exit-zero says
      }
      return failure(profile.error());
    }
    tell_run(session, *profile, *ended);
    profiles.push_back(std::move(*profile));
    if (ended->terminated != 0 || ended->ended_by == SIGINT) {
      break;
    }
  }
  return profiles;
}

}  // namespace

Result<ExitCode> run_record(Session& session) {
  const Arguments& arguments = session.arguments;
  const Result<std::vector<Recording>> recordings = recordings_of(arguments);
  if (!recordings) {
    return failure(recordings.error());
  }
  if (arguments.record.is_dry) {
    return print_commands(session, *recordings);
  }
  for (const Recording& recording : *recordings) {
    if (Result<void> free = check_places(arguments, recording); !free) {
      return failure(free.error());
    }
  }
  const Result<std::vector<std::string>> profiles = recorded(session, *recordings);
  if (!profiles) {
    return failure(profiles.error());
  }
  session.timings.finished("recording");
  if (recordings->size() > 1) {
    const std::string runs = counted(recordings->size(), "run");
    session.reporter.note(fmt::format(
        "recorded {}{}; the summary adds up their costs",
        profiles->size() == recordings->size() ? "" : fmt::format("{} of ", profiles->size()),
        runs));
  }
  return answer_summary(session, *profiles);
}

}  // namespace quern::cli
