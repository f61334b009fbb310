// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/leftovers.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>

#include "quern/base/text.h"
#include "quern/bytes/files/files.h"
#include "quern/bytes/files/handles.h"
#include "quern/bytes/writing/file_tree.h"

namespace quern {
namespace {

constexpr std::string_view kMark = ".quern-";
constexpr size_t kRandom = 6;
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";

/// statfs() of file systems that one kernel alone writes to. Those behind FUSE may be remote.
constexpr std::array<uint32_t, 13> kLocal = {
    0x0000ef53,  // ext2, ext3, ext4
    0x58465342,  // XFS
    0x9123683e,  // Btrfs
    0x01021994,  // tmpfs
    0x858458f6,  // ramfs
    0x794c7630,  // overlay
    0xf2f52010,  // F2FS
    0x2fc12fc1,  // ZFS
    0xca451a4e,  // bcachefs
    0x52654973,  // ReiserFS
    0x3153464a,  // JFS
    0x7366746e,  // NTFS
    0x2011bab0,  // exFAT
};

bool is_temporary_name(std::string_view name) {
  if (name.size() <= 1 + kMark.size() + kRandom || name.front() != '.') {
    return false;
  }
  const std::string_view random = name.substr(name.size() - kRandom);
  name.remove_suffix(kRandom);
  return name.ends_with(kMark) && random.find_first_not_of(kLetters) == std::string_view::npos;
}

void remove_if_abandoned(int folder, const char* name) {
  const Descriptor left(
      ::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!left.is_open()) {
    return;
  }
  struct stat status{};
  if (::fstat(left.number(), &status) == 0 && status.st_uid == ::geteuid() &&
      (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) &&
      ::flock(left.number(), LOCK_EX | LOCK_NB) == 0) {
    (void)remove_tree(folder, name);
  }
}

bool is_local(int folder) {
  struct statfs system{};
  return ::fstatfs(folder, &system) == 0 &&
         std::ranges::find(kLocal, static_cast<uint32_t>(system.f_type)) != kLocal.end();
}

}  // namespace

std::string random_word() {
  std::array<unsigned char, kRandom> random{};
  if (::getrandom(random.data(), random.size(), 0) < 0) {
    random.fill(static_cast<unsigned char>(::getpid()));
  }
  std::string word;
  for (const unsigned char number : random) {
    word.push_back(kLetters[number % kLetters.size()]);
  }
  return word;
}

std::string temporary_name(const std::string& path) {
  constexpr size_t kLongestPart = 200;  // of NAME: most systems allow 255 bytes in all
  const std::string_view folder = containing_folder(path);
  std::string name(folder);
  name.append(".").append(path, folder.size(), kLongestPart);
  return name.append(kMark) + random_word();
}

bool hold_temporary(int descriptor) noexcept {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return false;
  }
  struct stat status{};
  return ::fstat(descriptor, &status) != 0 || status.st_nlink != 0;
}

void remove_leftovers(const std::string& path) {
  const OpenFolder folder(::opendir(folder_of(path).c_str()));
  if (!folder || !is_local(::dirfd(folder.get()))) {
    return;
  }
  while (const dirent* const entry = ::readdir(folder.get())) {  // NOLINT(concurrency-mt-unsafe)
    if (is_temporary_name(static_cast<const char*>(entry->d_name))) {
      remove_if_abandoned(::dirfd(folder.get()), static_cast<const char*>(entry->d_name));
    }
  }
}

bool is_on_local_file_system(const std::string& folder) {
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return open.is_open() && is_local(open.number());
}

}  // namespace quern
