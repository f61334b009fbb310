// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/output.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <optional>
#include <utility>

#include "quern/base/quoting/shell_words.h"
#include "quern/bytes/files/files.h"
#include "quern/bytes/files/handles.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/bytes/files/system_error.h"
#include "quern/bytes/writing/file_tree.h"
#include "quern/bytes/writing/folders.h"
#include "quern/bytes/writing/leftovers.h"
#include "quern/bytes/writing/system_calls.h"
#include "quern/bytes/writing/temporary_files.h"

namespace quern {
namespace {

using system_calls::error_of;

constexpr size_t kBuffer = size_t{1} << 16;

Diagnostic output_error(std::string code, const std::string& name, std::string message,
                        std::string hint) {
  Diagnostic error;
  error.fault = Fault::kOutput;
  error.code = std::move(code);
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.input = name;
  return error;
}

Diagnostic exists_error(const std::string& path) {
  return output_error("output-exists", path, "a file of this name exists", "--force replaces it");
}

Diagnostic create_error(const std::string& path, int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return write_error(path, error_number);
    case ENOENT:
      return output_error("output-failed", path, "no such folder",
                          "create it: mkdir -p " + shell_quoted(path.substr(0, path.rfind('/'))));
    case ENOTDIR:
      return output_error("output-failed", path, "no such folder",
                          "a part of the path is a file; choose another with -o");
    case EISDIR:
      return output_error("output-failed", path, "this is a folder, not a file",
                          "add a file name after the folder");
    case EACCES:
    case EPERM:
      return output_error("output-failed", path, "no permission to write in this folder",
                          "make the folder writable, or choose another with -o");
    default:
      return output_error("output-failed", path,
                          "cannot create the file: " + system_words(error_number),
                          "choose another file with -o");
  }
}

/// What a path leads to.
struct Target {
  std::string path;  // where the bytes go, links followed
  bool exists = false;
  bool is_special = false;     // a device, a pipe: nothing to replace
  std::optional<mode_t> mode;  // of the regular file that is there
  int error_number = 0;
};

Target inspect(const std::string& path) {
  Target target;
  target.path = path;
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    target.error_number = errno == ENOENT ? 0 : errno;
    target.exists = ::lstat(path.c_str(), &status) == 0;  // a link to nowhere
    return target;
  }
  target.exists = true;
  if (S_ISDIR(status.st_mode)) {
    target.error_number = EISDIR;
  } else if (S_ISREG(status.st_mode)) {
    target.mode = status.st_mode & mode_t{0777};
    target.path = resolve_links(path).value_or(path);
  } else {
    target.is_special = true;
  }
  return target;
}

/// The descriptor that /dev/stdout, /dev/stderr or /dev/fd/N names: opened again, the file would be
/// written from its start.
std::optional<int> named_descriptor(std::string_view path) {
  if (path == "/dev/stdout") {
    return STDOUT_FILENO;
  }
  if (path == "/dev/stderr") {
    return STDERR_FILENO;
  }
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = 0;
    if (path.starts_with(folder)) {
      const char* const end = path.data() + path.size();
      const auto done = std::from_chars(path.data() + folder.size(), end, number);
      if (done.ec == std::errc() && done.ptr == end && number >= 0) {
        return number;
      }
    }
  }
  return std::nullopt;
}

/// Renames unless `to` exists; on file systems that know no such rename, by a second name.
int rename_without_replacing(const char* from, const char* to) {
  const int error_number =
      error_of([&] { return system_calls::rename_as(from, to, RENAME_NOREPLACE); });
  if (error_number != EINVAL && error_number != ENOSYS) {
    return error_number;
  }
  if (const int no_link = error_of([&] { return system_calls::link(from, to); }); no_link != 0) {
    return no_link;
  }
  (void)remove_tree(AT_FDCWD, from);
  return 0;
}

}  // namespace

struct Output::Impl {
  std::string name;
  int descriptor = -1;
  bool owns_descriptor = false;
  std::string buffer;
  std::optional<Diagnostic> error;
  bool pipe_closed = false;
  // Of a file that will appear on commit():
  std::string target;
  std::string temporary;  // empty: none, or in its place already
  size_t place = kNotRemembered;
  bool replace = false;
  bool is_kept = false;
  Descriptor lock;  // a second descriptor of the temporary file, open until that has its place

  Impl() { buffer.reserve(kBuffer); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    close();
    discard();
  }

  [[nodiscard]] bool has_failed() const { return error.has_value() || pipe_closed; }

  void fail(int error_number) {
    if (error_number == EPIPE) {
      pipe_closed = true;
    } else if (!error) {
      error = write_error(name, error_number);
    }
  }

  void flush() {
    write_through(buffer);
    buffer.clear();
  }

  void write_through(std::string_view bytes) {
    while (!bytes.empty() && !has_failed()) {
      const ssize_t done = system_calls::write(descriptor, bytes.data(), bytes.size());
      if (done >= 0) {
        bytes.remove_prefix(static_cast<size_t>(done));
      } else if (errno == EAGAIN) {  // somebody made the pipe non-blocking
        pollfd waiting{.fd = descriptor, .events = POLLOUT, .revents = 0};
        ::poll(&waiting, 1, -1);
      } else if (errno != EINTR) {
        fail(errno);
      }
    }
  }

  /// Some file systems tell of a full disk only here.
  void close() {
    if (owns_descriptor && descriptor >= 0 && system_calls::close_written(descriptor) != 0 &&
        errno != EINTR) {
      fail(errno);
    }
    if (owns_descriptor) {
      descriptor = -1;
    }
  }

  void discard() {
    if (!temporary.empty()) {
      (void)remove_tree(AT_FDCWD, temporary.c_str());
      forget();
    }
  }

  void forget() {
    forget_temporary(place);
    place = kNotRemembered;
    temporary.clear();
    lock.close();
  }

  /// Before the file has its place: its bytes outlive a loss of power.
  void sync() {
    const int error_number = error_of([&] { return system_calls::fsync(descriptor); });
    if (error_number != 0) {
      fail(error_number);
    }
  }

  /// Gives the whole file its name.
  void publish() {
    int error_number = 0;
    if (!replace) {
      error_number = rename_without_replacing(temporary.c_str(), target.c_str());
    } else {
      error_number =
          error_of([&] { return system_calls::rename(temporary.c_str(), target.c_str()); });
    }
    if (error_number == 0) {
      forget();
      error_number = is_kept ? sync_folder(folder_of(target)) : 0;
    }
    if (error_number == 0) {
      return;
    }
    if (error_number == EEXIST) {
      error = exists_error(name);
    } else {
      fail(error_number);
    }
  }

  /// Creates the temporary file; its mode is what the umask leaves, or the replaced file's.
  int create(std::optional<mode_t> mode) {
    constexpr int kTries = 100;
    for (int tries = 0; tries < kTries; ++tries) {
      temporary = temporary_name(target);
      place = remember_temporary(temporary);  // before it exists: a signal may come at any time
      const int error_number = error_of([&] {
        return descriptor = system_calls::open_new(temporary.c_str(), mode.value_or(mode_t{0666}));
      });
      if (error_number == 0 && hold_temporary(descriptor)) {
        owns_descriptor = true;
        lock = Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
        if (mode) {  // whether it can be so is not worth an error
          (void)error_of([&] { return system_calls::fchmod(descriptor, *mode); });
        }
        return 0;
      }
      if (error_number == 0) {
        ::close(descriptor);
        descriptor = -1;
      }
      forget();
      if (error_number != 0 && error_number != EEXIST) {
        return error_number;
      }
    }
    return EEXIST;
  }

  /// Opens what is written in place: a device, a pipe, an inherited descriptor.
  int open_special(const std::string& path) {
    const std::optional<int> inherited = named_descriptor(path);
    do {
      descriptor = inherited ? ::fcntl(*inherited, F_DUPFD_CLOEXEC, 3)
                             : system_calls::open_to_write(path.c_str());
    } while (descriptor < 0 && errno == EINTR);
    owns_descriptor = true;
    return descriptor < 0 ? errno : 0;
  }
};

Output::Output(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Output::Output(Output&&) noexcept = default;
Output& Output::operator=(Output&&) noexcept = default;
Output::~Output() = default;

void Output::write(std::string_view bytes) {
  if (impl_->has_failed()) {
    return;
  }
  if (impl_->buffer.size() + bytes.size() > kBuffer) {
    impl_->flush();
  }
  if (bytes.size() >= kBuffer) {
    impl_->write_through(bytes);
  } else {
    impl_->buffer.append(bytes);
  }
}

bool Output::failed() const {
  return impl_->has_failed();
}

bool Output::pipe_closed() const {
  return impl_->pipe_closed;
}

void Output::keep() {
  impl_->is_kept = true;
}

Result<void> Output::commit() {
  impl_->flush();
  if (impl_->is_kept && !impl_->has_failed() && !impl_->temporary.empty()) {
    impl_->sync();
  }
  impl_->close();
  if (!impl_->has_failed() && !impl_->temporary.empty()) {
    impl_->publish();
  }
  impl_->discard();
  if (impl_->error) {
    return failure(*impl_->error);
  }
  return {};
}

Diagnostic write_error(const std::string& name, int error_number) {
  if (error_number == ENOSPC || error_number == EDQUOT) {
    return output_error("write-failed", name, "cannot write: no space left on the device",
                        "free some space, or choose another disk with -o");
  }
  return output_error("write-failed", name, "cannot write: " + system_words(error_number),
                      "choose another file with -o");
}

Result<FileToFill> Output::file_to_fill() const {
  if (impl_->temporary.empty()) {
    return failure(output_error("output-failed", impl_->name,
                                "the output is not a regular file, which this format needs",
                                "name a file with -o"));
  }
  return FileToFill{impl_->temporary, impl_->name};
}

Output descriptor_output(int descriptor, std::string name) {
  auto impl = std::make_unique<Output::Impl>();
  impl->descriptor = descriptor;
  impl->name = std::move(name);
  return Output(std::move(impl));
}

Result<Output> create_output(const std::string& path, bool replace) {
  const bool is_descriptor = named_descriptor(path).has_value();
  const Target target = is_descriptor ? Target{} : inspect(path);
  int error_number = path.empty() || path.ends_with('/') ? EISDIR : target.error_number;
  auto impl = std::make_unique<Output::Impl>();
  impl->name = path;
  if (error_number == 0 && (is_descriptor || target.is_special)) {
    error_number = impl->open_special(path);
  } else if (error_number == 0) {
    if (target.exists && !replace) {
      return failure(exists_error(path));
    }
    remove_leftovers(target.path);
    impl->target = target.path;
    impl->replace = replace;
    error_number = impl->create(target.mode);
  }
  if (error_number != 0) {
    return failure(create_error(path, error_number));
  }
  return Output(std::move(impl));
}

}  // namespace quern
