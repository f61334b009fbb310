// SPDX-License-Identifier: MIT
//
// Guesses which function of one side a function of the other was renamed to: the one that the same
// functions call and that calls the same functions. Linear in the calls: what half the program
// calls shows little and is not looked at.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/analysis/graph/call_graph.h"

namespace quern {

enum class Version : uint8_t;

/// One side: its calls, over the numbers that both share, and its nodes that the other lacks.
struct GuessSide {
  const CallGraph* calls = nullptr;
  std::vector<uint32_t> unmatched;
};

/// Pairs (old node, new node), each node in one at most, ascending: those that share at least half
/// of their neighbors, two or more of them or one and half of the name, and that fit each other
/// better than anyone else.
[[nodiscard]] std::vector<std::pair<uint32_t, uint32_t>> guess_by_neighbours(
    const GuessSide& old_side, const GuessSide& new_side,
    const std::function<std::string_view(uint32_t node, Version side)>& name_of);

}  // namespace quern
