// SPDX-License-Identifier: MIT
//
// Finds integer positions on a line that are optimal for ties between pairs of them: ranks of boxes
// and columns of places are both such a problem. The solution is exact, by the network simplex
// method on the dual problem, a flow of least cost: positions are the potentials of its nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace quern {

/// Wants `to` to be `length` behind `from`.
struct Tie {
  uint32_t from = 0;
  uint32_t to = 0;
  int64_t length = 0;
  int64_t pull = 0;  ///< cost of each unit that it is longer
  int64_t push = 0;  ///< cost of each unit that it is shorter, or kRigid: it never is
};

inline constexpr int64_t kRigid = std::numeric_limits<int64_t>::max() / 4;

/// Positions of the least total cost; they may be negative. Rigid ties must not form a cycle. They
/// hold in any case; the cost is not quite the least if that takes unusually many steps.
[[nodiscard]] std::vector<int64_t> settled(size_t count, std::span<const Tie> ties);

}  // namespace quern
