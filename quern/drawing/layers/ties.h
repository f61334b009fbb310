// SPDX-License-Identifier: MIT
//
// Finds positions on a line that best satisfy ties between pairs of them. Ranks of boxes and
// columns of places are both such a problem. All numbers are integers, and the solution is exact:
// the network simplex method solves the dual problem, a flow of least cost. The positions are the
// potentials of its nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace quern {

/// Asks that `to` is `length` behind `from`.
struct Tie {
  uint32_t from = 0;
  uint32_t to = 0;
  int64_t length = 0;
  int64_t pull = 0;  ///< cost of each unit that it is longer
  int64_t push = 0;  ///< cost of each unit that it is shorter; kRigid: it is never shorter
};

inline constexpr int64_t kRigid = std::numeric_limits<int64_t>::max() / 4;

/// Positions of the least total cost; they may be negative. Rigid ties must not form a cycle. The
/// search stops after very many steps: then rigid ties still hold, but the cost may not be minimal.
[[nodiscard]] std::vector<int64_t> settled(size_t count, std::span<const Tie> ties);

}  // namespace quern
