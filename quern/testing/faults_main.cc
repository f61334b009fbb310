// SPDX-License-Identifier: MIT
//
// quern for tests of broken disks: the same command, with system calls that fail when the test
// wants it. QUERN_FAULT is N:WHAT, and concerns the N-th call that changes the file system; writes
// to stderr do not count. WHAT is an error (ENOSPC, EIO, EACCES, EINTR), or
//   full    this call and later ones fail with ENOSPC, unless they free space
//   short   only writes count, and the N-th writes half of its bytes
//   before  the process is killed (SIGKILL) instead of the call
//   after   the process is killed after the call
//   term    the process gets SIGTERM before the call
// The file that QUERN_FAULT_REACHED names is made when there is an N-th call, and holds its name;
// that of a write to stdout is "stdout".
// With QUERN_FAULT_OLD_RENAME renameat2() knows no flags, as on some network drives.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "quern/bytes/writing/system_calls.h"
#include "quern/cli/run.h"
#ifdef QUERN_HAS_SQLITE
#include <sqlite3.h>
#endif

namespace quern::system_calls {
namespace {

struct Fault {
  int at = 0;  ///< 0: none
  std::string_view what;
  const char* reached = nullptr;
  bool is_rename_old = false;
};

Fault fault_of_environment() {
  Fault fault;
  if (const char* const text = std::getenv("QUERN_FAULT")) {
    const std::string_view words(text);
    const size_t colon = words.find(':');
    std::from_chars(text, text + colon, fault.at);
    fault.what = words.substr(colon + 1);
  }
  fault.reached = std::getenv("QUERN_FAULT_REACHED");
  fault.is_rename_old = std::getenv("QUERN_FAULT_OLD_RENAME") != nullptr;
  return fault;
}

const Fault fault = fault_of_environment();
std::atomic<int> calls = 0;

constexpr std::array<std::pair<std::string_view, int>, 5> kErrors = {
    {{"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EACCES", EACCES}, {"EINTR", EINTR}, {"full", ENOSPC}}};

int error_number() {
  for (const auto& [name, number] : kErrors) {
    if (name == fault.what) {
      return number;
    }
  }
  return 0;
}

void tell_reached(std::string_view call) {
  const int file = ::open(fault.reached, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  [[maybe_unused]] const ssize_t written = ::write(file, call.data(), call.size());
  ::close(file);
}

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  std::abort();
}

enum class Takes : bool { kNoSpace, kSpace };

/// The call, or what happens instead.
template <class Call>
auto changed(std::string_view name, Takes takes, const Call& call) -> decltype(call()) {
  if (fault.at == 0 || fault.what == "short") {
    return call();
  }
  const int number = ++calls;
  const bool is_full = fault.what == "full";
  if (number == fault.at) {
    tell_reached(name);
  }
  if (number != fault.at && !(is_full && number > fault.at)) {
    return call();
  }
  if (fault.what == "before") {
    die();
  }
  if (fault.what == "term") {
    ::raise(SIGTERM);
  }
  if (fault.what == "after") {
    (void)call();
    die();
  }
  if (is_full && takes == Takes::kNoSpace) {
    return call();
  }
  errno = error_number();
  return -1;
}

/// What write() and SQLite's writes share.
template <class Call>
ssize_t written(int descriptor, size_t count, const Call& call) {
  if (descriptor == STDERR_FILENO) {
    return call(count);
  }
  const bool is_stdout = descriptor == STDOUT_FILENO;  // on no disk
  const std::string_view name = is_stdout ? "stdout" : "write";
  if (fault.what == "short" && count > 1 && ++calls == fault.at) {
    tell_reached(name);
    return call(count / 2);
  }
  return changed(name, is_stdout ? Takes::kNoSpace : Takes::kSpace, [&] { return call(count); });
}

#ifdef QUERN_HAS_SQLITE
ssize_t write_of_sqlite(int descriptor, const void* bytes, size_t count) {
  return written(descriptor, count, [&](size_t part) { return ::write(descriptor, bytes, part); });
}

ssize_t pwrite_of_sqlite(int descriptor, const void* bytes, size_t count, off_t at) {
  return written(descriptor, count,
                 [&](size_t part) { return ::pwrite(descriptor, bytes, part, at); });
}

template <class Call>
void replace_in_sqlite(const char* name, Call* call) {
  sqlite3_vfs* const system = ::sqlite3_vfs_find(nullptr);
  // SQLite casts it back to its own type before the call.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  system->xSetSystemCall(system, name, reinterpret_cast<sqlite3_syscall_ptr>(call));
}
#endif

}  // namespace

int open_new(const char* path, mode_t mode) noexcept {
  return changed("open", Takes::kSpace,
                 [&] { return ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode); });
}

int open_to_write(const char* path) noexcept {
  return changed("open", Takes::kNoSpace,
                 [&] { return ::open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY); });
}

ssize_t write(int descriptor, const void* bytes, size_t count) noexcept {
  return written(descriptor, count, [&](size_t part) { return ::write(descriptor, bytes, part); });
}

int close_written(int descriptor) noexcept {
  const int closed = ::close(descriptor);  // a failed close() closes too
  return changed("close", Takes::kSpace, [&] { return closed; });
}

int fsync(int descriptor) noexcept {
  return changed("fsync", Takes::kSpace, [&] { return ::fsync(descriptor); });
}

int fchmod(int descriptor, mode_t mode) noexcept {
  return changed("fchmod", Takes::kNoSpace, [&] { return ::fchmod(descriptor, mode); });
}

int link(const char* from, const char* to) noexcept {
  return changed("link", Takes::kSpace, [&] { return ::link(from, to); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  return changed("mkdir", Takes::kSpace, [&] { return ::mkdir(path, mode); });
}

int rename(const char* from, const char* to) noexcept {
  return changed("rename", Takes::kNoSpace, [&] { return ::rename(from, to); });
}

int rename_as(const char* from, const char* to, unsigned flags) noexcept {
  if (fault.is_rename_old) {
    errno = EINVAL;
    return -1;
  }
  return changed(flags == RENAME_EXCHANGE ? "exchange" : "rename", Takes::kNoSpace,
                 [&] { return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, flags); });
}

int touch(const char* path) noexcept {
  return changed("touch", Takes::kNoSpace, [&] { return ::utimensat(AT_FDCWD, path, nullptr, 0); });
}

int unlink_at(int folder, const char* path, int flags) noexcept {
  return changed("unlink", Takes::kNoSpace, [&] { return ::unlinkat(folder, path, flags); });
}

}  // namespace quern::system_calls

int main(int argc, char** argv) {
#ifdef QUERN_HAS_SQLITE
  ::sqlite3_initialize();
  quern::system_calls::replace_in_sqlite("write", &quern::system_calls::write_of_sqlite);
  quern::system_calls::replace_in_sqlite("pwrite", &quern::system_calls::pwrite_of_sqlite);
  quern::system_calls::replace_in_sqlite("pwrite64", &quern::system_calls::pwrite_of_sqlite);
#endif
  return quern::cli::run(argc, argv);
}
