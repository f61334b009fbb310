// SPDX-License-Identifier: MIT
#include "quern/bytes/files/file_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "quern/bytes/files/handles.h"

namespace quern {
namespace {

/// DT_REG, DT_DIR, or something else that is passed over.
unsigned char kind_of(DIR* folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) {
    return entry.d_type;
  }
  struct stat status{};  // some file systems do not tell
  if (::fstatat(::dirfd(folder), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return DT_UNKNOWN;
  }
  return S_ISREG(status.st_mode) ? DT_REG : S_ISDIR(status.st_mode) ? DT_DIR : DT_UNKNOWN;
}

struct Level {
  std::vector<std::string> files, folders;
};

/// Adds what is in `folder` itself. `prefix` ends with a slash or is empty.
void read_folder(const std::string& prefix, WalkBudget& budget, Level& into) {
  const OpenFolder open(::opendir(prefix.empty() ? "." : prefix.c_str()));
  if (open == nullptr) {
    return;
  }
  const dirent* entry = nullptr;
  while (budget.entries != 0 && (entry = ::readdir(open.get())) != nullptr) {
    const std::string_view name = entry->d_name;
    if (name.starts_with('.')) {
      continue;
    }
    --budget.entries;
    const unsigned char kind = kind_of(open.get(), *entry);
    if (kind == DT_REG) {
      into.files.push_back(prefix + std::string(name));
    } else if (kind == DT_DIR) {
      into.folders.push_back(prefix + std::string(name) + "/");
    }
  }
}

}  // namespace

std::vector<std::string> files_below(const std::string& folder, WalkBudget& budget) {
  std::vector<std::string> found;
  std::string root = folder == "." ? "" : folder;
  if (!root.empty() && !root.ends_with('/')) {
    root.push_back('/');
  }
  std::vector<std::string> folders = {std::move(root)};
  for (size_t depth = 0; depth < budget.most_depth && !folders.empty(); ++depth) {
    Level level;
    for (const std::string& each : folders) {
      read_folder(each, budget, level);
    }
    std::ranges::sort(level.files);
    std::ranges::sort(level.folders);
    found.insert(found.end(), std::make_move_iterator(level.files.begin()),
                 std::make_move_iterator(level.files.end()));
    folders = std::move(level.folders);
  }
  return found;
}

}  // namespace quern
