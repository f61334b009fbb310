// SPDX-License-Identifier: MIT
//
// Other programs that run in the foreground while this one waits: an editor, a profiler.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace quern::cli {

struct EndedProgram {
  pid_t process = 0;
  int code = 0;  ///< its exit code; 128 + N where signal N ended it, as shells tell it
};

/// Runs `words`, the program first, with this process's input and output. Ctrl-C is for the program
/// meanwhile, and what would end this process is passed on. Nothing where it cannot be started.
[[nodiscard]] std::optional<EndedProgram> run_program(std::vector<std::string> words);

}  // namespace quern::cli
