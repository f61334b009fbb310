// SPDX-License-Identifier: MIT
//
// Folders, files, functions and lines of a profile, or objects, files and functions, as a tree of
// places with their self costs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/model/profile.h"
#include "quern/views/map/cost_map.h"

namespace quern {

/// Adds tiles to a map of kSource or kObject with one column at most.
void add_sources(const Profile& profile, CostMap& map);

/// A component of a path: from `begin` to before `end`.
struct PathPart {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// The folders of a path, then its file: "/", "usr", "a.c" of "/usr/./a.c". Folders called "." are
/// none, and those behind MapRequest::kMostFolders belong to the file's name. Backslashes separate
/// where there is no slash. At least one, even of an empty path.
[[nodiscard]] std::vector<PathPart> path_parts(std::string_view path);

}  // namespace quern
