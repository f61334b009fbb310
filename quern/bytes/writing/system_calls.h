// SPDX-License-Identifier: MIT
//
// The system calls that change the file system, and no others. quern makes them only here
// (tools/check_layers.py), and each function does what the call of its name does: -1 and errno
// where it fails. A program that defines all these functions itself replaces them when it is
// linked, because the library keeps them in one object file: quern_faults, a program for tests,
// makes the n-th call fail. The released program has no such hook.
#pragma once

#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

namespace quern::system_calls {

/// open() of a file that does not exist yet, for writing.
int open_new(const char* path, mode_t mode) noexcept;
/// open() of an existing device or pipe, for writing.
int open_to_write(const char* path) noexcept;
ssize_t write(int descriptor, const void* bytes, size_t count) noexcept;
/// close() of what was written: some file systems report a full disk only here.
int close_written(int descriptor) noexcept;
int fsync(int descriptor) noexcept;
int fchmod(int descriptor, mode_t mode) noexcept;
int link(const char* from, const char* to) noexcept;
int mkdir(const char* path, mode_t mode) noexcept;
int rename(const char* from, const char* to) noexcept;
/// renameat2() between paths: RENAME_NOREPLACE, RENAME_EXCHANGE.
int rename_as(const char* from, const char* to, unsigned flags) noexcept;
/// utimensat() with the current time.
int touch(const char* path) noexcept;
/// unlinkat(): `path` is relative to the open folder, or to AT_FDCWD.
int unlink_at(int folder, const char* path, int flags) noexcept;

/// Repeats a call that a signal interrupted. Returns 0, or the error number.
template <class Call>
[[nodiscard]] int error_of(const Call& call) {
  while (call() < 0) {
    if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// Writes all bytes. Returns 0, or the error number.
[[nodiscard]] inline int write_whole(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t done = 0;
    const int error_number =
        error_of([&] { return done = write(descriptor, bytes.data(), bytes.size()); });
    if (error_number != 0) {
      return error_number;
    }
    bytes.remove_prefix(static_cast<size_t>(done));
  }
  return 0;
}

}  // namespace quern::system_calls
