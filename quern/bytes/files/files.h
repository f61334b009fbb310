// SPDX-License-Identifier: MIT
//
// Listing folders: the newest of some files, and the names in a folder. No file is opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/base/result.h"

namespace quern {

struct FolderEntry {
  std::string name;         ///< without the folder
  uint64_t size = 0;        ///< bytes
  int64_t modified_ns = 0;  ///< since the epoch
  bool is_regular = false;  ///< after following links
};

/// The folder that `path` is in, as open() takes it.
[[nodiscard]] std::string folder_of(const std::string& path);
/// The entries of `folder`, sorted by name as bytes. Errors: as open_input.
[[nodiscard]] Result<std::vector<FolderEntry>> list_folder(const std::string& folder);

}  // namespace quern
