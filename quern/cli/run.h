// SPDX-License-Identifier: MIT
//
// The command from its words to its exit code: what main() consists of.
#pragma once

#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/cli/loader.h"

namespace quern::cli {

/// A program with quern's command line.
struct Program {
  std::string_view name = "quern";
  std::string_view command = {};  ///< the only one that it has; empty: all of them
  MergeFiles merge = merge_profiles;
};

/// Does what the arguments ask and returns the exit code. Prints; call it once.
[[nodiscard]] int run(int argc, char** argv, const Program& program = {});

/// What the arguments ask of a merge, but for its files: for processes that help run() with one and
/// print nothing. Errors: those that run() would print.
[[nodiscard]] Result<MergeOptions> asked_merge(int argc, char** argv);

}  // namespace quern::cli
