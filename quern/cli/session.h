// SPDX-License-Identifier: MIT
//
// What a command is given: what the user asked for, and the two ways that all commands share, from
// files to a profile and from a view to an output. A command is what remains between them.
#pragma once

#include <optional>

#include "quern/cli/answerer.h"
#include "quern/cli/loader.h"

namespace quern::cli {

struct Session {
  const Arguments& arguments;
  const TerminalFacts& facts;
  const Reporter& reporter;
  Timings& timings;
  Loader& loader;
  Answerer& answerer;
  /// The process ends with this code, whatever becomes of the answer: as the recorded program did.
  std::optional<ExitCode> end = {};
};

}  // namespace quern::cli
