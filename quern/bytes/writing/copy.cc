// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <ranges>
#include <system_error>
#include <vector>

#include "quern/bytes/files/files.h"
#include "quern/bytes/files/handles.h"
#include "quern/bytes/files/system_error.h"
#include "quern/bytes/writing/folders.h"
#include "quern/bytes/writing/leftovers.h"
#include "quern/bytes/writing/new_folder.h"
#include "quern/bytes/writing/output.h"
#include "quern/bytes/writing/system_calls.h"

namespace quern {

namespace {

namespace fs = std::filesystem;
using system_calls::error_of;

Diagnostic folder_error(std::string_view code, const std::string& path, int error_number) {
  Diagnostic error = write_error(path, error_number);
  error.code = code;
  error.hint = "free some space, or name another folder with --baselines";
  if (error_number != ENOSPC && error_number != EDQUOT) {
    error.hint = "name a folder that you may write in with --baselines";
  }
  return error;
}

Diagnostic folder_exists_error(const std::string& folder) {
  Diagnostic error;
  error.fault = Fault::kOutput;
  error.code = "output-exists";
  error.input = folder;
  error.message = "already exists";
  error.hint = "--force replaces it";
  return error;
}

bool holds_files_alone(const std::string& folder) {
  const Result<std::vector<FolderEntry>> entries = list_folder(folder);
  return entries && std::ranges::all_of(*entries, &FolderEntry::is_regular);
}

/// Only what could have been made here is ever replaced: files, and folders of files.
bool holds_copies_alone(const std::string& folder) {
  const Result<std::vector<FolderEntry>> entries = list_folder(folder);
  return entries && std::ranges::all_of(*entries, [&](const FolderEntry& entry) {
           return entry.is_regular || (entry.name.starts_with(kSubfolderStart) &&
                                       holds_files_alone(folder + "/" + entry.name));
         });
}

/// Writes and syncs all that is left to read. Errors: those of reading; of writing, for `name`.
Result<void> copy_bytes(int from, int to, const std::string& name) {
  constexpr size_t kPiece = size_t{1} << 18;
  std::string room(kPiece, '\0');
  for (;;) {
    ssize_t got = 0;
    if (const int problem = error_of([&] { return got = ::read(from, room.data(), kPiece); });
        problem != 0) {
      return failure(read_error(problem));
    }
    const std::string_view bytes(room.data(), static_cast<size_t>(got));
    const int problem = got == 0 ? error_of([&] { return system_calls::fsync(to); })
                                 : system_calls::write_whole(to, bytes);
    if (problem != 0) {
      return failure(folder_error("write-failed", name, problem));
    }
    if (got == 0) {
      return {};
    }
  }
}

/// A new file, with the permissions of the other. Errors are told of `folder`, as users know it.
Result<void> copy_file(const std::string& from, const std::string& to, const std::string& folder) {
  const Descriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status{};
  if (!source.is_open() || ::fstat(source.number(), &status) != 0) {
    return failure(open_error(from, errno));
  }
  if (!S_ISREG(status.st_mode)) {  // what was read once is no more there
    Diagnostic error = open_error(from, S_ISDIR(status.st_mode) ? EISDIR : ESPIPE);
    error.hint = "write it to a file first";
    return failure(std::move(error));
  }
  int made = -1;
  const int no_file = error_of(
      [&] { return made = system_calls::open_new(to.c_str(), status.st_mode & mode_t{0777}); });
  if (no_file != 0) {
    return failure(folder_error("write-failed", folder, no_file));
  }
  Result<void> copied = copy_bytes(source.number(), made, folder);
  const int not_closed = system_calls::close_written(made) == 0 || errno == EINTR ? 0 : errno;
  if (!copied && copied.error().input.empty()) {
    copied.error().input = from;
  }
  return copied && not_closed != 0 ? failure(folder_error("write-failed", folder, not_closed))
                                   : copied;
}

/// Copies all into the folder `made`, synced. Errors are told of `folder`, as users know it.
Result<void> copy_files(const std::string& made, std::span<const FileCopy> files,
                        const std::string& folder) {
  std::vector<std::string> folders;
  for (const auto& [from, name] : files) {
    const std::string place = made + '/' + name;
    if (const int problem = make_folders(fs::path(place).parent_path().string(), folders);
        problem != 0) {
      return failure(folder_error("write-failed", folder, problem));
    }
    if (Result<void> copied = copy_file(from, place, folder); !copied) {
      return copied;
    }
  }
  folders.push_back(made);
  for (const std::string& each : folders) {
    if (const int problem = sync_folder(each); problem != 0) {
      return failure(folder_error("write-failed", folder, problem));
    }
  }
  return {};
}

Result<void> fill_and_place(const std::string& folder, std::span<const FileCopy> files,
                            bool replace) {
  NewFolder made(folder);
  if (const int problem = made.create(); problem != 0) {
    return failure(folder_error("output-failed", folder, problem));
  }
  if (Result<void> copied = copy_files(made.path(), files, folder); !copied) {
    return copied;
  }
  const int problem = made.give_place(replace);
  if (problem == EEXIST || (problem == ENOTEMPTY && !replace)) {
    return failure(folder_exists_error(folder));
  }
  return problem == 0 ? Result<void>() : failure(folder_error("write-failed", folder, problem));
}

/// Folders that hold nothing: those that were made for what was not written then.
void remove_folders(std::span<const std::string> made) {
  for (const std::string& folder : std::views::reverse(made)) {
    (void)error_of([&] { return system_calls::unlink_at(AT_FDCWD, folder.c_str(), AT_REMOVEDIR); });
  }
}

}  // namespace

Result<void> copy_into_folder(const std::string& folder, std::span<const FileCopy> files,
                              bool replace) {
  recover_folder(folder);
  remove_leftovers(folder);
  std::error_code problem;
  if (fs::exists(folder, problem) && !replace) {
    return failure(folder_exists_error(folder));
  }
  if (fs::exists(folder, problem) && !holds_copies_alone(folder)) {
    Diagnostic error = folder_exists_error(folder);
    error.message = "is not a folder of baselines, and is not replaced";
    error.hint = "choose another name";
    return failure(std::move(error));
  }
  std::vector<std::string> above;
  const int not_made = make_folders(fs::path(folder).parent_path().string(), above);
  Result<void> done = not_made == 0 ? fill_and_place(folder, files, replace)
                                    : failure(folder_error("output-failed", folder, not_made));
  for (size_t at = 0; done && at < above.size(); ++at) {
    if (const int lost = sync_folder(folder_of(above[at])); lost != 0) {
      done = failure(folder_error("write-failed", folder, lost));
    }
  }
  if (!done) {
    remove_folders(above);
  }
  return done;
}

}  // namespace quern
