// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/file_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "quern/bytes/writing/system_calls.h"

namespace quern {
namespace {

constexpr int kDeepest = 2;  // a baseline, and the folders of its runs

int unlink_entry(int above, const char* path, int flags) noexcept {
  return system_calls::error_of([&] { return system_calls::unlink_at(above, path, flags); });
}

bool is_dots(const char* name) noexcept {
  return std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0;
}

int remove_at(int above, const char* path, int depth) noexcept;

/// Removes the entries of an open folder that one pass over it finds; whether any was removed.
/// readdir() may allocate, which a signal handler must not do.
// NOLINTNEXTLINE(misc-no-recursion): kDeepest bounds it.
bool remove_entries(int folder, int depth) noexcept {
  alignas(dirent64) std::array<char, 4096> room{};
  bool is_any_removed = false;
  ::lseek(folder, 0, SEEK_SET);
  for (;;) {
    const long got = ::syscall(SYS_getdents64, folder, room.data(), room.size());
    if (got <= 0) {
      return is_any_removed;
    }
    for (size_t at = 0; at < static_cast<size_t>(got);) {
      unsigned short length = 0;
      std::memcpy(&length, room.data() + at + offsetof(dirent64, d_reclen), sizeof(length));
      const char* const name = room.data() + at + offsetof(dirent64, d_name);
      if (!is_dots(name) && remove_at(folder, name, depth + 1) == 0) {
        is_any_removed = true;
      }
      at += length;
    }
  }
}

// NOLINTNEXTLINE(misc-no-recursion): kDeepest bounds it.
int remove_at(int above, const char* path, int depth) noexcept {
  const int error_number = unlink_entry(above, path, 0);
  if (error_number != EISDIR || depth > kDeepest) {
    return error_number;
  }
  const int folder =
      ::openat(above, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (folder < 0) {
    return errno;
  }
  // Some file systems pass over entries while others are removed.
  while (remove_entries(folder, depth)) {
  }
  ::close(folder);
  return unlink_entry(above, path, AT_REMOVEDIR);
}

}  // namespace

int remove_tree(int above, const char* path) noexcept {
  return remove_at(above, path, 0);
}

}  // namespace quern
