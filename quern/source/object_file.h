// SPDX-License-Identifier: MIT
//
// A program or library on this machine, with the separate file that has its debug information.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "quern/bytes/writing/kept_files.h"
#include "quern/source/elf_file.h"

namespace quern {

/// Where separate debug information lies.
inline constexpr const char* kDebugFolder = "/usr/lib/debug";

struct ObjectFile {
  ElfFile file;
  std::optional<ElfFile> debug_file;  ///< where it is a file of its own
  SeenFiles seen = {};                ///< all that were looked at

  /// A name without a slash is also looked for in PATH: profilers record a program as the shell
  /// started it. An error is a phrase, as of ElfFile::open().
  static std::expected<ObjectFile, std::string> open(
      const std::string& path, const std::string& debug_folder = kDebugFolder);

  /// The file that has the debug information, if any has.
  [[nodiscard]] const ElfFile& with_debug_info() const { return debug_file ? *debug_file : file; }
};

}  // namespace quern
