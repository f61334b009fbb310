// SPDX-License-Identifier: MIT
//
// Lanes for arrows beside the source. Short jumps are placed first and so are nearest to the code;
// a jump that no lane has room for gets no arrow, only words.
#include "quern/views/source/jump_lanes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <tuple>
#include <vector>

namespace quern {

namespace {

/// Spans that do not touch.
class Lane {
 public:
  bool take(uint64_t first, uint64_t last) {
    const auto behind = spans_.upper_bound(last);
    if (behind != spans_.begin() && std::prev(behind)->second >= first) {
      return false;
    }
    spans_.emplace(first, last);
    return true;
  }

 private:
  std::map<uint64_t, uint64_t> spans_;  ///< first -> last
};

}  // namespace

/// A jump takes the first lane in which its lines are free.
uint32_t assign_lanes(std::span<const DrawnJump> jumps) {
  std::vector<const DrawnJump*> sorted;
  std::ranges::transform(jumps, std::back_inserter(sorted), [](const DrawnJump& j) { return &j; });
  std::ranges::sort(sorted, {}, [](const DrawnJump* jump) {
    const JumpArrow& arrow = jump->arrow;
    return std::tuple(arrow.last() - arrow.first(), arrow.first(), arrow.from, jump);
  });
  std::array<Lane, kMostLanes> lanes;
  uint32_t used = 0;
  for (const DrawnJump* const jump : sorted) {
    for (uint32_t lane = 0; lane < kMostLanes; ++lane) {
      if (lanes[lane].take(jump->arrow.first(), jump->arrow.last())) {
        *jump->lane = lane;
        used = std::max(used, lane + 1);
        break;
      }
    }
  }
  return used;
}

}  // namespace quern
