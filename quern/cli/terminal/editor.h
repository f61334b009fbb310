// SPDX-License-Identifier: MIT
//
// Opens a source file at a line in the editor that the user prefers, as git does: QUERN_EDITOR,
// VISUAL, EDITOR, else vi. Which program runs is said by the environment alone, never by a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "quern/base/result.h"

namespace quern::cli {

/// The editor's command line as the environment says.
[[nodiscard]] std::string editor_command();

/// The words to start. Where the command has "{file}" and "{line}", these are put in; else what
/// editors of its name take: "+LINE FILE", "FILE:LINE", "--goto FILE:LINE", "--line LINE FILE". A
/// command that only a shell understands is given to one, with the rest as its arguments.
[[nodiscard]] std::vector<std::string> editor_words(const std::string& command,
                                                    const std::string& path, uint64_t line);

/// Starts it in this terminal and waits until it ends. Error: `no-editor` where it cannot be
/// started or fails.
[[nodiscard]] Result<void> open_editor(const std::string& path, uint64_t line);

}  // namespace quern::cli
