// SPDX-License-Identifier: MIT
//
// What a format cannot hold of a profile, and what the total of each event would become: the answer
// of `convert --check`. `convert` and `merge` print losses_phrase() when they have written.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"

namespace quern {

/// What becomes of something that a format cannot hold.
enum class LossKind : uint8_t {
  kDropped,
  kEstimated,
  kAddedUp,
  kChanged,
};

struct Loss {
  std::string what;    ///< "jumps"
  uint64_t count = 0;  ///< how many of them the profile has
  std::string effect;  ///< what becomes of them: one phrase
  LossKind kind = LossKind::kDropped;
  std::string result = {};  ///< for losses_phrase(), if `what` does not fit there: "stacks"
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

/// One line for people: "dropped: lines, jumps; estimated: stacks". Empty if nothing is lost.
[[nodiscard]] std::string losses_phrase(std::span<const Loss> losses);

/// Adds the losses of another profile that is written into the same file.
void add_losses(std::vector<Loss>& to, std::span<const Loss> more);

}  // namespace quern
