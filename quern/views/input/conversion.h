// SPDX-License-Identifier: MIT
//
// What a format cannot hold of a profile, and what the total of each event would become: the answer
// of `convert --check`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"

namespace quern {

struct Loss {
  std::string_view what;  ///< "jumps"
  uint64_t count = 0;     ///< how many of them the profile has
  std::string effect;     ///< what becomes of them: one phrase
};

struct ConvertedTotal {
  std::string event;
  int128 before = 0;
  int128 after = 0;
};

struct Conversion {
  std::string_view format;  ///< to write
  std::vector<Loss> losses;
  std::vector<ConvertedTotal> totals;
  [[nodiscard]] bool is_lossless() const { return losses.empty(); }
};

}  // namespace quern
