// SPDX-License-Identifier: MIT
//
// The boxes of a flame picture in the order in which they are drawn, of one profile or of a
// comparison: rows depth first, and behind a row's children one box for those merged into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "quern/base/int128.h"
#include "quern/output/pictures/flame_picture.h"
#include "quern/views/trees/flame_layout.h"

namespace quern {

/// Merged boxes are drawn where they are half a pixel wide together.
[[nodiscard]] inline bool is_seen(int128 small, int128 total, uint32_t pixels) {
  return small > 0 && small >= total / (int128{2} * pixels);
}

/// `small_box(row or null, depth, x, width)`: of branches without a row, of a row or of the roots.
/// `use` is called until it answers false.
template <class Row, class SeenOf, class BoxOf, class SmallBox, class Use>
void each_flame_box(const std::vector<Row>& rows, std::span<const FlamePlace> places, int128 small,
                    const SeenOf& is_seen_of, const BoxOf& box_of, const SmallBox& small_box,
                    const Use& use) {
  std::vector<std::pair<size_t, int128>> open;  // rows, and where their children end
  int128 end = 0;
  const auto close_to = [&](uint32_t depth) {
    for (; !open.empty() && rows[open.back().first].depth >= depth; open.pop_back()) {
      const auto& [at, children_end] = open.back();
      if (is_seen_of(places[at].small) &&
          !use(small_box(&rows[at], rows[at].depth + 2, children_end, places[at].small))) {
        return false;
      }
    }
    return true;
  };
  for (size_t at = 0; at < rows.size(); ++at) {
    if (!close_to(rows[at].depth) || !use(box_of(at))) {
      return;
    }
    (open.empty() ? end : open.back().second) = places[at].x + places[at].width;
    open.emplace_back(at, places[at].x);
  }
  if (close_to(0) && is_seen_of(small)) {
    (void)use(small_box(nullptr, 1U, end, small));
  }
}

/// How many levels the picture has, that of the bar of all included.
template <class Row, class SeenOf>
[[nodiscard]] uint32_t flame_levels(const std::vector<Row>& rows,
                                    std::span<const FlamePlace> places, int128 small,
                                    const SeenOf& is_seen_of) {
  uint32_t deepest = is_seen_of(small) ? 2U : 1U;
  for (size_t at = 0; at < rows.size(); ++at) {
    const uint32_t level = rows[at].depth + 2;
    deepest = std::max(deepest, is_seen_of(places[at].small) ? level + 1 : level);
  }
  return deepest;
}

}  // namespace quern
