// SPDX-License-Identifier: MIT
#include "quern/bytes/files/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "quern/base/text.h"
#include "quern/bytes/files/handles.h"
#include "quern/bytes/files/system_error.h"

namespace quern {
namespace {

FolderEntry entry_of(DIR* folder, const char* name) {
  FolderEntry entry;
  entry.name = name;
  struct stat status{};
  // A link to nowhere, or an entry that has vanished meanwhile, keeps its name and nothing else.
  if (::fstatat(::dirfd(folder), name, &status, 0) == 0) {
    entry.size = static_cast<uint64_t>(status.st_size);
    entry.modified_ns = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    entry.is_regular = S_ISREG(status.st_mode);
  }
  return entry;
}

Diagnostic folder_error(const std::string& folder, int error_number) {
  Diagnostic error = open_error(folder, error_number);
  if (error_number == ENOTDIR) {
    error.code = "open-failed";
    error.message = "this is a file, not a folder";
    error.hint = "name the folder that contains it";
  } else if (error_number == ENOENT) {
    error.message = "no such folder";
  }
  return error;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::string_view folder = containing_folder(path);
  return folder.empty() ? "." : std::string(folder);
}

Result<std::vector<FolderEntry>> list_folder(const std::string& folder) {
  const OpenFolder open(::opendir(folder.c_str()));
  if (open == nullptr) {
    return failure(folder_error(folder, errno));
  }
  std::vector<FolderEntry> entries;
  errno = 0;
  for (const dirent* at = ::readdir(open.get()); at != nullptr; at = ::readdir(open.get())) {
    const std::string_view name = at->d_name;
    if (name != "." && name != "..") {
      entries.push_back(entry_of(open.get(), at->d_name));
    }
    errno = 0;
  }
  if (errno != 0) {
    Diagnostic error = read_error(errno);
    error.input = folder;
    return failure(std::move(error));
  }
  std::ranges::sort(entries, {}, &FolderEntry::name);
  return entries;
}

}  // namespace quern
