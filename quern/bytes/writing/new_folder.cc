// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/new_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/bytes/files/files.h"
#include "quern/bytes/writing/file_tree.h"
#include "quern/bytes/writing/folders.h"
#include "quern/bytes/writing/leftovers.h"
#include "quern/bytes/writing/system_calls.h"

namespace quern {
namespace {

using system_calls::error_of;

/// Whether renameat2() or its flag is unknown to the kernel or the file system.
bool lacks_call(int error_number) {
  return error_number == EINVAL || error_number == ENOSYS || error_number == ENOTSUP;
}

/// As rename(), but never in place of a folder that holds anything, on any file system.
int rename_to_free_name(const std::string& from, const std::string& to) {
  const int error_number =
      error_of([&] { return system_calls::rename_as(from.c_str(), to.c_str(), RENAME_NOREPLACE); });
  return lacks_call(error_number)
             ? error_of([&] { return system_calls::rename(from.c_str(), to.c_str()); })
             : error_number;
}

/// "FOLDER/.NAME.": what all names of moved folders begin with.
std::string hidden_start(const std::string& folder) {
  const std::string_view above = containing_folder(folder);
  return std::string(above).append(".").append(folder, above.size()) + '.';
}

/// The process that a name ends with, NUMBER or NUMBER-XXXXXX; 0: none.
pid_t process_of(std::string_view end) {
  pid_t number = 0;
  const auto [at, problem] = std::from_chars(end.data(), end.data() + end.size(), number);
  const bool is_whole = at == end.data() + end.size() || *at == '-';
  return problem == std::errc{} && is_whole && number > 0 ? number : 0;
}

/// Only ESRCH counts: with EPERM the process runs, as another user.
bool has_ended(pid_t process) {
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

}  // namespace

NewFolder::~NewFolder() {
  discard();
}

void NewFolder::discard() {
  if (!path_.empty()) {
    (void)remove_tree(AT_FDCWD, path_.c_str());
  }
  forget_temporary(std::exchange(place_, kNotRemembered));
  path_.clear();
  lock_.close();
}

int NewFolder::create() {
  constexpr int kTries = 100;  // names are random: even a second try is rare
  for (int tries = 0; tries < kTries; ++tries) {
    path_ = temporary_name(target_);
    place_ = remember_temporary(path_);
    const int error_number = error_of([&] { return system_calls::mkdir(path_.c_str(), mode_); });
    if (error_number == 0) {
      lock_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (lock_.is_open() && hold_temporary(lock_.number())) {
        return 0;
      }
      const int no_lock = lock_.is_open() ? ENOENT : errno;
      discard();
      if (no_lock != ENOENT) {
        return no_lock;
      }
    } else {
      path_.clear();  // another run made it: it must not be removed here
      discard();
      if (error_number != EEXIST) {
        return error_number;
      }
    }
  }
  return EEXIST;
}

int NewFolder::give_place(bool replace) {
  int error_number = ENOENT;
  if (replace) {
    error_number = error_of(
        [&] { return system_calls::rename_as(path_.c_str(), target_.c_str(), RENAME_EXCHANGE); });
    if (error_number == 0) {
      error_number = sync_folder(folder_of(target_));  // before the old folder is gone
      discard();                                       // which has the temporary name now
      return error_number;
    }
  }
  if (error_number == ENOENT) {  // nothing is there to be replaced
    error_number = rename_to_free_name(path_, target_);
  } else if (lacks_call(error_number)) {  // two renames, with no folder of this name in between
    const std::string aside =
        hidden_start(target_) + "old-" + std::to_string(::getpid()) + '-' + random_word();
    error_number = rename_to_free_name(target_, aside);
    if (error_number != 0) {
      return error_number;
    }
    error_number = rename_to_free_name(path_, target_);
    if (error_number != 0) {
      (void)rename_to_free_name(aside, target_);
      return error_number;
    }
    error_number = sync_folder(folder_of(target_));
    (void)remove_tree(AT_FDCWD, aside.c_str());
    path_.clear();
    discard();
    return error_number;
  }
  if (error_number == 0) {
    path_.clear();
    discard();
    error_number = sync_folder(folder_of(target_));
  }
  return error_number;
}

void recover_folder(const std::string& folder) {
  const std::string start = hidden_start(folder);
  const std::string above = folder_of(folder);
  const Result<std::vector<FolderEntry>> entries = list_folder(above);
  if (!entries) {
    return;
  }
  // Elsewhere, a process of this number may run on another host.
  const bool may_remove = is_on_local_file_system(above);
  const std::string_view name = std::string_view(start).substr(start.rfind('/') + 1);
  for (const FolderEntry& entry : *entries) {
    for (const std::string_view kind : {"old-", "new-"}) {
      const std::string_view own = entry.name;
      const pid_t process = own.starts_with(name) && own.substr(name.size()).starts_with(kind)
                                ? process_of(own.substr(name.size() + kind.size()))
                                : 0;
      if (process == 0 || !has_ended(process)) {
        continue;
      }
      const std::string path = start + entry.name.substr(name.size());
      const bool is_back = kind == "old-" && rename_to_free_name(path, folder) == 0;
      if (!is_back && may_remove) {
        (void)remove_tree(AT_FDCWD, path.c_str());
      }
    }
  }
}

}  // namespace quern
