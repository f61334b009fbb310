// SPDX-License-Identifier: MIT
//
// Temporary files and folders: how they are named, and how those of killed runs are found. A writer
// holds a lock (flock) on its temporary file until the file has its place; the kernel drops the
// lock when the writer dies. remove_leftovers() removes a temporary file only if all of this holds:
// its name is one of temporary_name(), it belongs to the user, its file system is local, and nobody
// holds its lock. On network drives nothing is removed, because a lock may not reach other hosts.
#pragma once

#include <string>
#include <string_view>

namespace quern {

/// ".NAME.quern-XXXXXX" in the folder of `path`, with X at random.
[[nodiscard]] std::string temporary_name(const std::string& path);
/// Six letters and digits at random.
[[nodiscard]] std::string random_word();

/// Locks an open temporary file or folder. False: another run is removing it, choose another name.
[[nodiscard]] bool hold_temporary(int descriptor) noexcept;

/// Removes what killed runs left in the folder of `path`. Problems are ignored: the next write
/// tries again.
void remove_leftovers(const std::string& path);

/// Whether all hosts and processes that see this folder share one kernel, and so its locks.
[[nodiscard]] bool is_on_local_file_system(const std::string& folder);

}  // namespace quern
