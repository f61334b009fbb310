// SPDX-License-Identifier: MIT
//
// Paths as text: nothing is looked up.
#pragma once

#include <string>
#include <string_view>

namespace quern {

/// "src/a.c" of "src/./a.c" and "./src/././a.c": folders called `.` are left out. `..` stays, since
/// the folder before it may be a link.
[[nodiscard]] std::string without_dot_folders(std::string_view path);

/// "/a.c" of "/b/../a.c" and "/./a.c", as if no folder were a link: to compare names.
[[nodiscard]] std::string without_dots(std::string_view path);

}  // namespace quern
