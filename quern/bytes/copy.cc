// SPDX-License-Identifier: MIT
#include "quern/bytes/copy.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "quern/base/text.h"
#include "quern/bytes/files.h"
#include "quern/bytes/system_error.h"

namespace quern {

namespace {

namespace fs = std::filesystem;

Diagnostic output_error(std::string_view code, const std::string& path,
                        const std::error_code& problem) {
  Diagnostic error;
  error.fault = Fault::kOutput;
  error.code = code;
  error.input = path;
  error.message = fmt::format("cannot be written: {}", system_words(problem.value()));
  return error;
}

Diagnostic exists_error(const std::string& folder) {
  Diagnostic error;
  error.fault = Fault::kOutput;
  error.code = "output-exists";
  error.input = folder;
  error.message = "exists already";
  error.hint = "--force replaces it";
  return error;
}

/// A folder that is removed again unless it was given its place. Its name begins with a dot and is
/// nobody else's.
class TemporaryFolder {
 public:
  TemporaryFolder(const std::string& folder, std::string_view what) {
    const fs::path place(folder);
    path_ = (place.parent_path() /
             fmt::format(".{}.{}-{}", place.filename().string(), what, ::getpid()))
                .string();
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    if (is_ours_) {
      std::error_code ignored;
      fs::remove_all(path_, ignored);
    }
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// What is there from now on is removed in the end, or no longer.
  void own(bool is_ours) { is_ours_ = is_ours; }

 private:
  std::string path_;
  bool is_ours_ = false;
};

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

Result<void> copy_files(const std::string& folder, std::span<const FileCopy> files) {
  for (const auto& [from, name] : files) {
    std::error_code problem;
    if (::access(from.c_str(), R_OK) != 0) {
      return failure(open_error(from, errno));
    }
    const fs::path place = fs::path(folder) / name;
    fs::create_directories(place.parent_path(), problem);
    if (problem || !fs::copy_file(from, place, problem)) {
      return failure(output_error("write-failed", place.string(), problem));
    }
  }
  return {};
}

/// Renames to its place; what stood there is moved aside first and removed last.
Result<void> give_place(const std::string& made, const std::string& folder) {
  std::error_code problem;
  TemporaryFolder aside(folder, "old");
  if (fs::exists(folder, problem)) {
    fs::rename(folder, aside.path(), problem);
    if (problem) {
      return failure(output_error("write-failed", folder, problem));
    }
    aside.own(true);
  }
  fs::rename(made, folder, problem);
  if (problem) {
    std::error_code lost;
    fs::rename(aside.path(), folder, lost);
    aside.own(false);  // what could not be put back stays aside
    return failure(output_error("write-failed", folder, problem));
  }
  return {};
}

}  // namespace

Result<void> copy_into_folder(const std::string& folder, std::span<const FileCopy> files,
                              bool replace) {
  std::error_code problem;
  if (fs::exists(folder, problem) && !replace) {
    return failure(exists_error(folder));
  }
  if (fs::exists(folder, problem) && !holds_copies_alone(folder)) {
    Diagnostic error = exists_error(folder);
    error.message = "is no folder of copies, and is not replaced";
    error.hint = "choose another name";
    return failure(std::move(error));
  }
  TemporaryFolder made(folder, "new");
  fs::create_directories(fs::path(made.path()).parent_path(), problem);
  if (problem || !fs::create_directory(made.path(), problem)) {
    return failure(output_error("output-failed", folder, problem));
  }
  made.own(true);
  if (Result<void> copied = copy_files(made.path(), files); !copied) {
    return copied;
  }
  Result<void> given = give_place(made.path(), folder);
  made.own(!given.has_value());
  return given;
}

}  // namespace quern
