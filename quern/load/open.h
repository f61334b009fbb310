// SPDX-License-Identifier: MIT
//
// The one door to a profile: finds the files meant, has them recognized and read, and hands out one
// constant Profile. Several files become one profile whose parts stay apart. It prints nothing and
// knows no command line.
#pragma once

#include <span>
#include <string>

#include "quern/base/result.h"
#include "quern/load/open_options.h"
#include "quern/model/profile.h"

namespace quern {

/// Opens and reads `paths` ("-": standard input). Errors: those of open_input, `unrecognised`
/// (at 1:1, with what the first bytes look like), and every error of the format's reader.
[[nodiscard]] Result<Opened> open_profile(std::span<const std::string> paths,
                                          const OpenOptions& options);

/// The same for bytes in memory, which errors call `name`.
[[nodiscard]] Result<Opened> open_bytes(const std::string& name, std::string bytes,
                                        const OpenOptions& options);

/// Whether open_profile() would take `path` from the cache without a look at its text. A copy of
/// what is kept, or a file that was touched, is not known so far.
[[nodiscard]] bool is_cached(const std::string& path, const OpenOptions& options);

}  // namespace quern
