// SPDX-License-Identifier: MIT
#include "quern/views/jump_lanes.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace quern {

namespace {

struct Arrow {
  uint64_t first = 0, last = 0;
  AnnotatedJump* jump = nullptr;
  uint64_t source = 0;
};

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

std::vector<Arrow> arrows_of(std::vector<AnnotatedLine>& lines) {
  std::vector<Arrow> arrows;
  for (AnnotatedLine& line : lines) {
    for (AnnotatedJump& jump : line.jumps) {
      const bool has_ends = line.number != 0 && jump.line != 0 && jump.file.empty();
      if (has_ends && jump.line != line.number) {
        arrows.push_back({std::min(line.number, jump.line), std::max(line.number, jump.line), &jump,
                          line.number});
      }
    }
  }
  std::ranges::sort(arrows, {}, [](const Arrow& arrow) {
    return std::tuple(arrow.last - arrow.first, arrow.first, arrow.source,
                      arrow.jump->is_conditional, arrow.jump->executed);
  });
  return arrows;
}

}  // namespace

uint32_t assign_lanes(std::vector<AnnotatedLine>& lines) {
  std::array<Lane, kMostLanes> lanes;
  uint32_t used = 0;
  for (const Arrow& arrow : arrows_of(lines)) {
    for (uint32_t lane = 0; lane < kMostLanes; ++lane) {
      if (lanes[lane].take(arrow.first, arrow.last)) {
        arrow.jump->lane = lane;
        used = std::max(used, lane + 1);
        break;
      }
    }
  }
  return used;
}

}  // namespace quern
