// SPDX-License-Identifier: MIT
//
// Pieces that several answers share. Texts point into the profile (or, of groups, into the answer's
// own Grouping): an answer does not outlive its profile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/amount.h"

namespace quern {

/// A function or a group. Empty texts are unknown.
struct RowName {
  std::string_view name;
  std::string_view file;    ///< of a group: what all members share, else empty
  std::string_view object;  ///< likewise
  bool is_root = false;     ///< no function: what calls the outermost functions of exact stacks
};

/// A function whose own records put it above the total: shown as it is, and said.
struct AboveTotal {
  RowName name;
  std::string event;
  int128 inclusive = 0;
  int128 total = 0;
};

}  // namespace quern
