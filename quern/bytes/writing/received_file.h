// SPDX-License-Identifier: MIT
//
// A file whose bytes somebody sends: it lies alone in a new folder that nobody else may look into,
// and is removed with its owner, by a signal that ends the process, or, after a kill, by the next
// one that is received. Nothing of it is kept in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/bytes/writing/new_folder.h"

namespace quern {

class ReceivedFile {
 public:
  /// A new folder in `above`; so many bytes are `expected` in it, 0 if that is unknown. Of `name`
  /// counts what received_name() makes of it. Error (Fault::kOutput): `write-failed`, also where
  /// the disk has no room for what is expected.
  [[nodiscard]] static Result<std::unique_ptr<ReceivedFile>> create(const std::string& above,
                                                                    std::string_view name,
                                                                    uint64_t expected);
  ReceivedFile(const ReceivedFile&) = delete;
  ReceivedFile& operator=(const ReceivedFile&) = delete;
  ~ReceivedFile() { (void)close(); }

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Error (Fault::kOutput): `write-failed`.
  [[nodiscard]] Result<void> write(std::string_view bytes);
  /// All bytes are there. Error: as write().
  [[nodiscard]] Result<void> close();

 private:
  explicit ReceivedFile(std::string target);

  NewFolder folder_;
  std::string path_;
  int descriptor_ = -1;
};

/// The name for a file that is called `sent` elsewhere: its base name by the rules of Unix and
/// Windows, without control characters, valid UTF-8, at most 200 bytes long and never empty.
[[nodiscard]] std::string received_name(std::string_view sent);

}  // namespace quern
