// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/folders.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "quern/bytes/files/handles.h"
#include "quern/bytes/writing/leftovers.h"
#include "quern/bytes/writing/system_calls.h"

namespace quern {
namespace {

bool is_folder(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

int make_folders(const std::string& path, std::vector<std::string>& made) {
  for (size_t end = 0; end < path.size();) {
    end = path.find('/', end + 1);
    const std::string folder = path.substr(0, end);
    if (is_folder(folder)) {
      continue;
    }
    const int error_number =
        system_calls::error_of([&] { return system_calls::mkdir(folder.c_str(), 0777); });
    if (error_number == 0) {
      made.push_back(folder);
    } else if (error_number != EEXIST || !is_folder(folder)) {
      return error_number;
    }
  }
  return 0;
}

int sync_folder(const std::string& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) {
    return 0;  // it may be written and not be read
  }
  const int error_number =
      system_calls::error_of([&] { return system_calls::fsync(folder.number()); });
  return error_number == EINVAL || error_number == ENOTSUP ? 0 : error_number;
}

}  // namespace quern
