// SPDX-License-Identifier: MIT
//
// Folders that are made, and that what they hold outlives a loss of power.
#pragma once

#include <string>
#include <vector>

namespace quern {

/// Makes `path` and the folders above it where they are missing ("": the current one), and adds
/// those that it made to `made`, outermost first. Returns 0, or the error number.
[[nodiscard]] int make_folders(const std::string& path, std::vector<std::string>& made);

/// fsync() of a folder, so that its names outlive a loss of power. Returns 0, or the error number.
/// Folders that the system cannot or may not sync count as done.
[[nodiscard]] int sync_folder(const std::string& path);

}  // namespace quern
