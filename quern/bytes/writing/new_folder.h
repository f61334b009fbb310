// SPDX-License-Identifier: MIT
//
// A folder that is filled under a temporary name and then takes the place of another, all at once.
// Where the file system can exchange two names (renameat2 with RENAME_EXCHANGE: ext4, XFS, Btrfs,
// tmpfs …), the old folder or the new one has the name at any time. Elsewhere (NFS, some FUSE
// drives) two renames are needed: the old folder is moved to `.NAME.old-PID-XXXXXX` first, and a
// run that is killed between the two leaves no NAME. recover_folder() then puts the old one back.
#pragma once

#include <cstddef>
#include <string>

#include "quern/bytes/files/handles.h"
#include "quern/bytes/writing/temporary_files.h"

namespace quern {

/// Removed with all that it holds, unless it was given its place; also by a signal that ends the
/// process, and by the next write to the same folder after a kill.
class NewFolder {
 public:
  explicit NewFolder(std::string target) : target_(std::move(target)) {}
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder();

  /// Makes it. Returns 0, or the error number.
  [[nodiscard]] int create();
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Gives it the target's place; with `replace` in exchange for a folder that is there. Returns 0,
  /// or the error number: EEXIST, ENOTEMPTY where the target is there and is not to be replaced.
  /// What was replaced is removed, after the folder around them was synced.
  [[nodiscard]] int give_place(bool replace);

 private:
  void discard();

  std::string target_;
  std::string path_;  ///< empty: there is none
  size_t place_ = kNotRemembered;
  Descriptor lock_;
};

/// What runs that were killed left of `folder` before: puts the old folder back where the new one
/// never came, and removes the rest, by the rules of leftovers.h. A run that is alive, by its
/// number, is left alone.
void recover_folder(const std::string& folder);

}  // namespace quern
