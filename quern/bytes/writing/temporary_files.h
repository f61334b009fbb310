// SPDX-License-Identifier: MIT
//
// The names of the temporary files and folders that exist now, kept where a signal handler can read
// them: a fixed array without locks, the one global of the library. For this room.
#pragma once

#include <cstddef>
#include <string>

namespace quern {

/// Remembers `path` until forget_temporary(). Gives its place, or kNotRemembered where the array is
/// full or the path longer than the system allows: such a file stays behind after a signal.
[[nodiscard]] size_t remember_temporary(const std::string& path) noexcept;
void forget_temporary(size_t place) noexcept;

inline constexpr size_t kNotRemembered = ~size_t{0};

}  // namespace quern
