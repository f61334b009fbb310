// SPDX-License-Identifier: MIT
//
// Loops of machine code, found by the jumps that lead back within a function. A loop is the
// instructions from where such jumps lead to, its head, up to the last of these jumps: what
// compilers lay out in one piece. Two loops have two heads; most are nested or apart.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"

namespace quern {

struct Loop {
  FunctionId function;
  uint64_t first = 0;     ///< address of its head
  uint64_t last = 0;      ///< address of the last jump back
  uint32_t depth = 0;     ///< how many loops of the function it is wholly within
  int128 iterations = 0;  ///< how often jumps led back
  /// How often it was come to otherwise. Nothing where no `Ir` tells how often instructions ran, or
  /// a filter split it by a guess.
  std::optional<int128> entries = std::nullopt;
};

struct FoundLoops {
  std::vector<Loop> loops;  ///< by function, then by address
  bool has_jumps = false;   ///< some with addresses of both ends are recorded
};

/// Two passes over the records. A jump back that was never followed makes no loop, nor does one
/// whose head does not come to it again: code that several places share jumps back and ends.
[[nodiscard]] FoundLoops find_loops(const Profile& profile, const PartSet& parts);

}  // namespace quern
