// SPDX-License-Identifier: MIT
//
// Other programs that run in the foreground while this one waits: an editor, a profiler.
#pragma once

#include <sys/types.h>

#include <expected>
#include <string>
#include <vector>

namespace quern::cli {

struct EndedProgram {
  pid_t process = 0;
  int code = 0;        ///< its exit code; 128 + N where signal N ended it, as shells report it
  int ended_by = 0;    ///< that signal; 0: it ended by itself
  int terminated = 0;  ///< the signal that was to end this process, and was passed on; 0: none
};

/// Exit code of a process that signal `number` ends, as shells report it.
[[nodiscard]] constexpr int code_of_signal(int number) {
  return 128 + number;
}

/// Runs `words`, the program first, with this process's input and output. Ctrl-C is for the program
/// meanwhile; SIGTERM, SIGHUP and SIGINT that other processes send to this one are passed on to it.
/// Error: errno, where it cannot be started.
[[nodiscard]] std::expected<EndedProgram, int> run_program(std::vector<std::string> words);

}  // namespace quern::cli
