// SPDX-License-Identifier: MIT
//
// A folder that is filled under a temporary name and then takes the place of another, all at once.
// Where the file system can exchange two names (renameat2 with RENAME_EXCHANGE: ext4, XFS, Btrfs,
// tmpfs …), the old folder or the new one has the name at any time. Elsewhere (NFS, some FUSE
// drives) two renames are needed: the old folder is moved to `.NAME.old-PID-XXXXXX` first, and a
// run that is killed between the two leaves no NAME. recover_folder() then puts the old one back.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

#include "quern/bytes/files/handles.h"
#include "quern/bytes/writing/temporary_files.h"

namespace quern {

/// The folder that copy_into_folder() fills (baselines of `quern gate`), or one of a ReceivedFile,
/// which never has another name. Unless give_place()
/// succeeds, it is removed with all that it holds: by the destructor, by a signal that ends the
/// process, or, after a kill, by the next write to the same folder.
class NewFolder {
 public:
  /// `mode`: of the folder, less what the umask takes.
  explicit NewFolder(std::string target, mode_t mode = 0777)
      : target_(std::move(target)), mode_(mode) {}
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder();

  /// Makes the folder under a free temporary name and locks it, so that no other run takes it for a
  /// leftover. Returns 0, or the error number.
  [[nodiscard]] int create();
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Moves it to the target's name; with `replace`, in exchange for the folder of that name.
  /// Returns 0, or the error number: EEXIST or ENOTEMPTY if the target exists and is not to be
  /// replaced. The old folder is removed only after the containing folder was synced: until then a
  /// loss of power could bring back its name.
  [[nodiscard]] int give_place(bool replace);

 private:
  void discard();

  std::string target_;
  mode_t mode_;
  std::string path_;               ///< empty: there is none
  size_t place_ = kNotRemembered;  ///< among the names that a signal handler removes
  Descriptor lock_;                ///< open while the lock is held; see leftovers.h
};

/// Cleans up after killed runs that wrote to `folder`. If it is missing, the old one takes its name
/// again; what is left over is removed, only on local file systems (see leftovers.h). Folders of
/// processes that still run stay.
void recover_folder(const std::string& folder);

}  // namespace quern
