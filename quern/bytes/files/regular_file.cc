// SPDX-License-Identifier: MIT
#include "quern/bytes/files/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/files/handles.h"
#include "quern/bytes/files/system_error.h"

namespace quern {
namespace {

int64_t modified_ns(const struct stat& status) {
  return int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

std::string phrase_of(int error_number) {
  return error_number == ENOENT || error_number == ENOTDIR ? "no such file"
                                                           : system_words(error_number);
}

/// Reads on until the end or one byte more than allowed: a file may grow meanwhile.
std::expected<std::string, std::string> read_all(int descriptor, uint64_t most_bytes) {
  constexpr size_t kPiece = size_t{1} << 16;
  std::string bytes;
  for (;;) {
    const size_t before = bytes.size();
    bytes.resize(before + kPiece);
    const ssize_t got = ::read(descriptor, bytes.data() + before, kPiece);
    const int error_number = errno;
    bytes.resize(before + (got > 0 ? static_cast<size_t>(got) : 0));
    if (got < 0 && error_number == EINTR) {
      continue;
    }
    if (got < 0) {
      return std::unexpected(phrase_of(error_number));
    }
    if (got == 0) {
      return bytes;
    }
    if (bytes.size() > most_bytes) {
      return std::unexpected("larger than " + byte_size(most_bytes));
    }
  }
}

// A pipe must not block, and a terminal must not become ours.
constexpr int kReadFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

/// Opens an absolute path name by name, so that a link in the place of any of them is an error.
Descriptor open_without_links(const std::string& path) {
#ifdef O_PATH
  constexpr int kFolderFlags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
#else
  constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
#endif
  Descriptor folder(::open("/", kFolderFlags));
  size_t start = path.find_first_not_of('/');
  while (folder.is_open() && start != std::string::npos) {
    const size_t slash = path.find('/', start);
    const std::string name = path.substr(start, slash - start);
    const int flags = slash == std::string::npos ? kReadFlags | O_NOFOLLOW : kFolderFlags;
    folder = Descriptor(::openat(folder.number(), name.c_str(), flags));
    start = slash == std::string::npos ? slash : path.find_first_not_of('/', slash);
  }
  return folder;
}

std::expected<RegularFile, std::string> read_opened(const Descriptor& descriptor,
                                                    uint64_t most_bytes) {
  if (!descriptor.is_open()) {
    return std::unexpected(phrase_of(errno));
  }
  struct stat status{};
  if (::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::unexpected(S_ISDIR(status.st_mode) ? "a folder" : "not a regular file");
  }
  std::expected<std::string, std::string> bytes = read_all(descriptor.number(), most_bytes);
  if (!bytes) {
    return std::unexpected(std::move(bytes.error()));
  }
  return RegularFile{std::move(*bytes), modified_ns(status)};
}

}  // namespace

std::expected<RegularFile, std::string> read_regular_file(const std::string& path,
                                                          uint64_t most_bytes) {
  if (path.find('\0') != std::string::npos) {
    return std::unexpected("no such file");
  }
  return read_opened(Descriptor(::open(path.c_str(), kReadFlags)), most_bytes);
}

std::expected<std::string, std::string> resolve_links(const std::string& path) {
  if (path.find('\0') != std::string::npos) {
    return std::unexpected("no such file");
  }
  std::error_code problem;
  const std::filesystem::path real = std::filesystem::canonical(path, problem);
  if (problem) {
    return std::unexpected(phrase_of(problem.value()));
  }
  return real.string();
}

std::expected<RegularFile, std::string> read_resolved_file(const std::string& path,
                                                           uint64_t most_bytes) {
  return read_opened(open_without_links(path), most_bytes);
}

bool is_regular_file(const std::string& path) {
  return stored_bytes(path).has_value();
}

std::optional<uint64_t> stored_bytes(const std::string& path) {
  struct stat status{};
  if (path.find('\0') != std::string::npos || ::stat(path.c_str(), &status) != 0 ||
      !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  return static_cast<uint64_t>(status.st_size);
}

std::optional<int64_t> modified_ns(const std::string& path) {
  struct stat status{};
  if (path.find('\0') != std::string::npos || ::stat(path.c_str(), &status) != 0) {
    return std::nullopt;
  }
  return modified_ns(status);
}

}  // namespace quern
