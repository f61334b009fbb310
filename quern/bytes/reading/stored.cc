// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/stored.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/files/files.h"
#include "quern/bytes/files/handles.h"
#include "quern/bytes/files/system_error.h"

namespace quern {
namespace {

/// Calls `once(room, done)` until the room is full, the end (0) or a failure (-1 and errno).
template <class Once>
Result<size_t> read_fully(std::span<char> room, Once once) {
  size_t done = 0;
  while (done < room.size()) {
    const ssize_t got = once(room.subspan(done), done);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      if (done != 0) {
        break;  // what has been read counts; the next call fails again
      }
      return failure(read_error(errno));
    }
    if (got == 0) {
      break;
    }
    done += static_cast<size_t>(got);
  }
  return done;
}

class FileStored final : public Stored {
 public:
  FileStored(int descriptor, bool close, std::optional<uint64_t> size)
      : descriptor_(descriptor), closed_(close ? descriptor : -1), size_(size) {}

  [[nodiscard]] std::optional<uint64_t> size() const override { return size_; }
  // Files of /proc claim to be regular and empty, but give text to whoever reads on.
  [[nodiscard]] bool is_random_access() const override { return size_.value_or(0) > 0; }

  Result<size_t> read_at(uint64_t offset, std::span<char> room) const override {
    constexpr auto kLast = static_cast<uint64_t>(std::numeric_limits<off_t>::max());
    if (offset > kLast - std::min<uint64_t>(kLast, room.size())) {
      return size_t{0};
    }
    return read_fully(room, [&](std::span<char> rest, size_t done) {
      return ::pread(descriptor_, rest.data(), rest.size(), static_cast<off_t>(offset + done));
    });
  }

 private:
  Result<size_t> fetch(std::span<char> room) override {
    if (ended_) {
      return size_t{0};
    }
    return read_fully(room, [&](std::span<char> rest, size_t) {
      const ssize_t got = ::read(descriptor_, rest.data(), rest.size());
      ended_ = got == 0;  // a terminal could go on behind its end
      return got;
    });
  }

  int descriptor_;
  Descriptor closed_;  ///< with the input; standard input is not
  bool ended_ = false;
  std::optional<uint64_t> size_;
};

class MemoryStored final : public Stored {
 public:
  explicit MemoryStored(std::string bytes) : bytes_(std::move(bytes)) {}

  [[nodiscard]] std::optional<uint64_t> size() const override { return bytes_.size(); }
  [[nodiscard]] bool is_random_access() const override { return true; }

  Result<size_t> read_at(uint64_t offset, std::span<char> room) const override {
    const auto from = static_cast<size_t>(std::min<uint64_t>(offset, bytes_.size()));
    return bytes_.copy(room.data(), room.size(), from);
  }

 private:
  Result<size_t> fetch(std::span<char> room) override {
    const size_t got = bytes_.copy(room.data(), room.size(), at_);
    at_ += got;
    return got;
  }

  std::string bytes_;
  size_t at_ = 0;
};

class ForeignStored final : public Stored {
 public:
  explicit ForeignStored(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

 private:
  Result<size_t> fetch(std::span<char> room) override { return source_->read(room); }

  std::unique_ptr<ByteSource> source_;
};

/// A file beside `path` whose name is close to its, as a hint; what is there already where none is.
std::string nearby_hint(const std::string& path, std::string otherwise) {
  const std::string folder(containing_folder(path));
  const Result<std::vector<FolderEntry>> entries = list_folder(folder_of(path));
  if (!entries) {
    return otherwise;
  }
  std::vector<std::string_view> names;
  for (const FolderEntry& entry : *entries) {
    names.emplace_back(entry.name);
  }
  const std::optional<std::string_view> name = nearest(path.substr(folder.size()), names);
  return name ? "did you mean " + folder + std::string(*name) + "?" : otherwise;
}

Diagnostic open_failure(const std::string& path, int error_number) {
  Diagnostic error = open_error(path, error_number);
  if (error.code == "no-such-file") {
    error.hint = nearby_hint(path, std::move(error.hint));
  }
  return error;
}

int open_for_reading(const std::string& path) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

}  // namespace

Result<std::string_view> Stored::head() {
  if (head_end_ == 0) {
    const Result<size_t> got = fetch(head_);
    if (!got) {
      return failure(got.error());
    }
    head_end_ = *got;
  }
  return std::string_view(head_.data(), head_end_);
}

Result<size_t> Stored::read(std::span<char> room) {
  if (room.empty()) {
    return size_t{0};
  }
  const size_t again = std::min(room.size(), head_end_ - head_begin_);
  std::memcpy(room.data(), head_.data() + head_begin_, again);
  const Result<size_t> got = again < room.size() ? fetch(room.subspan(again)) : size_t{0};
  if (!got && again == 0) {
    return got;
  }
  head_begin_ += again;
  const size_t all = again + got.value_or(0);
  taken_.fetch_add(all, std::memory_order_relaxed);
  return all;
}

Result<size_t> Stored::read_at(uint64_t /*offset*/, std::span<char> /*room*/) const {
  return failure(read_error(ESPIPE));
}

Result<std::unique_ptr<Stored>> open_stored(const std::string& path) {
  const bool is_standard_input = path == "-";
  if (path.find('\0') != std::string::npos) {
    return failure(open_error(path, ENOENT));
  }
  const int descriptor = is_standard_input ? STDIN_FILENO : open_for_reading(path);
  if (descriptor < 0) {
    return failure(open_failure(path, errno));
  }
  struct stat status{};
  const int error_number = ::fstat(descriptor, &status) != 0 ? errno
                           : S_ISDIR(status.st_mode)         ? EISDIR
                                                             : 0;
  std::optional<uint64_t> size;
  if (error_number == 0 && S_ISREG(status.st_mode) && !is_standard_input) {
    size = static_cast<uint64_t>(status.st_size);
  }
  std::unique_ptr<Stored> stored =
      std::make_unique<FileStored>(descriptor, !is_standard_input, size);
  if (error_number != 0) {
    return failure(open_error(is_standard_input ? "<stdin>" : path, error_number));
  }
  return stored;
}

std::unique_ptr<Stored> stored_in_memory(std::string bytes) {
  return std::make_unique<MemoryStored>(std::move(bytes));
}

std::unique_ptr<Stored> stored_elsewhere(std::unique_ptr<ByteSource> source) {
  return std::make_unique<ForeignStored>(std::move(source));
}

}  // namespace quern
