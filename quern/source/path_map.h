// SPDX-License-Identifier: MIT
//
// One start of a path for another.
#pragma once

#include <string>

namespace quern {

/// Paths that begin with `from` are below `to` here.
struct PathMap {
  std::string from;
  std::string to;
  bool operator==(const PathMap&) const = default;
};

}  // namespace quern
