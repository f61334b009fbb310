// SPDX-License-Identifier: MIT
//
// Which command line makes a profiler record a program: what docs/topics/recording.md tells people.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/options/arguments.h"

namespace quern::cli {

/// Words of --with and of --for.
inline constexpr std::array<std::string_view, 4> kRecorderNames = {"callgrind", "cachegrind",
                                                                   "xdebug", "igprof"};
inline constexpr std::array<std::string_view, 5> kRecordedThings = {"callers", "jumps", "caches",
                                                                    "memory", "files"};

struct Recording {
  std::vector<std::string> words;  ///< to be run, the profiler first
  std::string package;             ///< where Debian has the profiler; empty: it has none
  bool is_php = false;             ///< Xdebug is to record, as part of PHP
  std::string written;             ///< the file that the profiler writes,
  bool has_process = false;        ///< with `.` and the number of the process behind it
};

/// How `program`, its name and arguments, is recorded. `run`: which of several, from 1, whose files
/// are numbered; 0: the only one. Errors (Fault::kUsage): `missing-argument`,
/// `bad-value` where the profiler does not record what --for names, or a name begins with `-`.
[[nodiscard]] Result<Recording> recording_of(const RecordArguments& how,
                                             const std::vector<std::string>& program,
                                             uint64_t run = 0);

}  // namespace quern::cli
