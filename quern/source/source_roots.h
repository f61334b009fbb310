// SPDX-License-Identifier: MIT
//
// Which files may be read as source code. A profile may come from a stranger, and the answer may go
// to strangers: so the names in a profile choose among the files that the user pointed at, and no
// others. Paths here are absolute and without links (resolve_links).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/source/source_places.h"

namespace quern {

/// The folders whose files may be read: the working directory, the folders of the profiles, those
/// that the user's options name, and folders of system headers and sources. "/" and what lies in
/// /proc or /sys are none, and neither is a temporary folder that all users share (/tmp), unless it
/// is the working directory or an option names it.
class SourceRoots {
 public:
  explicit SourceRoots(const SourcePlaces& places);

  /// Whether `real` is a root or below one, without a hidden name (".git") below it.
  [[nodiscard]] bool hold(std::string_view real) const;

 private:
  void add(const std::string& folder);
  std::vector<std::string> roots_;
};

/// Whether `path` is `prefix` or below it.
[[nodiscard]] bool is_below(std::string_view path, std::string_view prefix);
/// Of several maps that match, the one with the longest `from`; null: none does.
[[nodiscard]] const PathMap* longest_map(std::span<const PathMap> maps, std::string_view path);
/// Whether the folder is for this object.
[[nodiscard]] bool is_for(const ObjectFolder& folder, std::string_view object);

/// Whether a name in an absolute path without dots begins with a dot.
[[nodiscard]] bool has_hidden_name(std::string_view path);

/// Whether a compiler may have read `real` as source code: a line table that names files elsewhere
/// (/etc, /proc, ~/.ssh) was made up. Folders of package managers (~/.cargo/registry/src) count.
[[nodiscard]] bool can_be_compiled(std::string_view real);

/// The folder to propose as a root so that files in `folders` can be read: one that holds all of
/// them, or the first of them where that is a home, "/" or a part of the system. Hidden folders and
/// those that can be no root are not proposed; empty where that leaves none.
[[nodiscard]] std::string folder_to_propose(std::span<const std::string> folders);

}  // namespace quern
