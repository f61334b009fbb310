// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/system_calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

namespace quern::system_calls {

int open_new(const char* path, mode_t mode) noexcept {
  return ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

int open_to_write(const char* path) noexcept {
  return ::open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

ssize_t write(int descriptor, const void* bytes, size_t count) noexcept {
  return ::write(descriptor, bytes, count);
}

int close_written(int descriptor) noexcept {
  return ::close(descriptor);
}

int fsync(int descriptor) noexcept {
  return ::fsync(descriptor);
}

int fchmod(int descriptor, mode_t mode) noexcept {
  return ::fchmod(descriptor, mode);
}

int link(const char* from, const char* to) noexcept {
  return ::link(from, to);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return ::mkdir(path, mode);
}

int rename(const char* from, const char* to) noexcept {
  return ::rename(from, to);
}

int rename_as(const char* from, const char* to, unsigned flags) noexcept {
  return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, flags);
}

int touch(const char* path) noexcept {
  return ::utimensat(AT_FDCWD, path, nullptr, 0);
}

int unlink_at(int folder, const char* path, int flags) noexcept {
  return ::unlinkat(folder, path, flags);
}

}  // namespace quern::system_calls
