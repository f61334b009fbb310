// SPDX-License-Identifier: MIT
//
// Instead of toml.cc in a quern that was built without toml++.
#include "quern/cli/config/toml.h"

namespace quern::cli {

std::string toml_library() {
  return {};
}

Result<std::vector<TomlItem>> parse_toml(std::string_view, const std::string& file) {
  Diagnostic error = usage_error("not-built-in",
                                 "this quern was built without toml++, which reads configuration "
                                 "files",
                                 "--no-config goes on without it; libtomlplusplus-dev is Debian's "
                                 "package");
  error.input = file;
  return failure(std::move(error));
}

}  // namespace quern::cli
