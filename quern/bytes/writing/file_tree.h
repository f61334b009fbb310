// SPDX-License-Identifier: MIT
//
// Removes a temporary file, or a temporary folder with all that is in it. Async-signal-safe: it
// allocates nothing, so that a signal handler may call it too.
#pragma once

namespace quern {

/// Removes `path`, which is relative to the open folder `above` or to AT_FDCWD. Links are removed,
/// not followed. Folders deeper than those of a baseline stay. Returns 0, or the error number.
int remove_tree(int above, const char* path) noexcept;

}  // namespace quern
