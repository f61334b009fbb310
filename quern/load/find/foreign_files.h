// SPDX-License-Identifier: MIT
//
// Files that people give to quern though it does not read them: programs, scripts, and what other
// profilers write. Each is recognized by its contents, never by its name, and has a next step.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace quern {

struct ForeignFile {
  std::string_view what;  ///< "a perf.data file"
  std::string next;       ///< a hint with a command to run, or empty
};

/// What kind of file begins with these bytes; nothing where they are unknown. `name` is the file as
/// the user named it, for the hint.
[[nodiscard]] std::optional<ForeignFile> foreign_file(std::string_view first_bytes,
                                                      std::string_view name);

}  // namespace quern
