// SPDX-License-Identifier: MIT
#include "quern/base/paths.h"

#include <algorithm>
#include <filesystem>

namespace quern {

std::string without_dot_folders(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const size_t end = std::min(path.find('/'), path.size() - 1) + 1;
    const std::string_view folder = path.substr(0, end);
    if (folder != "./") {
      out += folder;
    }
    path.remove_prefix(end);
  }
  return out;
}

std::string without_dots(std::string_view path) {
  return std::filesystem::path(path).lexically_normal().string();
}

}  // namespace quern
