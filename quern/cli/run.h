// SPDX-License-Identifier: MIT
//
// The command from its words to its exit code: what main() consists of.
#pragma once

namespace quern::cli {

/// Does what the arguments ask and returns the exit code. Prints; call it once.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace quern::cli
