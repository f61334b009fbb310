// SPDX-License-Identifier: MIT
//
// The files of one run. Callgrind names them BASE[.PART][-THREAD], the last part without PART; BASE
// is NAME.PID, or what --callgrind-out-file says. With --separate-threads=yes the name without
// THREAD stays behind empty.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"

namespace quern {

/// A profile's file name taken apart.
struct RunFile {
  std::string base;              ///< "callgrind.out.2003"
  uint64_t part = UINT64_MAX;    ///< the last part has no number
  uint64_t thread = 0;           ///< 0: none
  std::string_view compression;  ///< ".gz" …, or empty

  auto operator<=>(const RunFile&) const = default;
};

/// Takes a file name (without folder) apart, as far as a name alone tells: NAME.N may be a base
/// with its process or a part, and is taken as a base.
[[nodiscard]] RunFile parse_run_file(std::string_view name);

/// `paths` and the other files of their runs, each once, in order of part and thread. Files that
/// are named so but whose header names another process or command are left out, with a note, and so
/// are compressed copies of others.
[[nodiscard]] Result<std::vector<std::string>> with_siblings(const std::vector<std::string>& paths,
                                                             std::vector<std::string>& notes);

/// Leaves out files without a byte if their threads' files are among `paths` too, with a note.
void drop_empty_thread_bases(std::vector<std::string>& paths, std::vector<std::string>& notes);

/// The files of the same run as `path`, itself included, in order of part and thread.
[[nodiscard]] Result<std::vector<std::string>> sibling_files(const std::string& path);

/// The newest file in `folder` that is named like a profile (callgrind.out.*, cachegrind.out.*,
/// *.callgrind, …) and not empty. Error `no-profile-here` where there is none.
[[nodiscard]] Result<std::string> newest_profile(const std::string& folder);

}  // namespace quern
