// SPDX-License-Identifier: MIT
//
// What a clean copy of a damaged input has not: what was dropped, by kind, and what that cost where
// the input says what its costs should come to. The places are those of the findings (Check).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"
#include "quern/views/input/conversion.h"

namespace quern {

struct RepairDrop {
  std::string_view code;
  uint64_t count = 0;  ///< rows or records
  Place first;
};

struct RepairTotal {
  std::string event;
  int128 kept = 0;
  std::optional<int128> declared;  ///< by the input; nothing: it does not say, or means no sum
};

struct Repair {
  std::string output;            ///< the copy
  std::string_view format;       ///< that it was written in
  bool is_rest_dropped = false;  ///< nothing behind the first error could be read
  std::vector<RepairDrop> drops;
  std::vector<RepairTotal> totals;
  Conversion conversion;  ///< what the format cannot hold of what was kept
  [[nodiscard]] uint64_t dropped() const;
};

/// From a profile that was read with keep_going.
[[nodiscard]] Repair repair_of(const Profile& profile);

}  // namespace quern
