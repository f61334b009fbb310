// SPDX-License-Identifier: MIT
//
// The data that the steps of the layout share: one connected part of a graph, in quarters of a
// unit. Names are those of a drawing from top to bottom: ranks are rows, columns are x coordinates.
// A drawing from left to right is turned at the end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace quern {

/// No box, or no cluster.
inline constexpr uint32_t kNobody = std::numeric_limits<uint32_t>::max();

struct SketchGaps {
  int64_t boxes = 0;
  int64_t arrows = 0;
  int64_t ranks = 0;
  int64_t cluster_top = 0;   ///< from a cluster's border to the rank below
  int64_t cluster_left = 0;  ///< from a cluster's border to what is inside
  int64_t cluster_end = 0;   ///< the same at the bottom and on the right
};

struct SketchBox {
  int64_t half_width = 0;
  int64_t half_height = 0;
  int64_t loops = 0;  ///< room for self arrows, on the right
  uint32_t cluster = kNobody;
};

/// Not a self arrow.
struct SketchArrow {
  uint32_t from = 0;
  uint32_t to = 0;
  int64_t weight = 1;
  bool is_reversed = false;  ///< points upwards
};

struct Sketch {
  SketchGaps gaps;
  std::vector<SketchBox> boxes;
  std::vector<SketchArrow> arrows;
  uint32_t cluster_count = 0;

  [[nodiscard]] uint32_t upper(size_t arrow) const {
    return arrows[arrow].is_reversed ? arrows[arrow].to : arrows[arrow].from;
  }
  [[nodiscard]] uint32_t lower(size_t arrow) const {
    return arrows[arrow].is_reversed ? arrows[arrow].from : arrows[arrow].to;
  }
};

/// The numbers below `count`, ordered by what `key` returns for each, then by themselves.
template <class Key>
[[nodiscard]] std::vector<uint32_t> indices_by(size_t count, const Key& key) {
  std::vector<uint32_t> indices(count);
  std::iota(indices.begin(), indices.end(), 0U);
  std::ranges::sort(indices, {}, [&](uint32_t index) { return std::pair(key(index), index); });
  return indices;
}

/// A place in a rank is taken by a box, by an arrow that crosses the rank, or by a cluster that has
/// boxes above and below but none here.
struct RankPlace {
  uint32_t rank = 0;
  uint32_t box = kNobody;
  uint32_t cluster = kNobody;
};

/// A piece of an arrow, between places of adjacent ranks. A port is the distance of the arrow's end
/// from the middle of its place.
struct Segment {
  uint32_t upper = 0;
  uint32_t lower = 0;
  int64_t upper_port = 0;
  int64_t lower_port = 0;
};

struct RankPlaces {
  std::vector<RankPlace> places;  ///< first those of boxes, in their order
  std::vector<Segment> segments;
  /// By arrow, and one more: its first segment. Segments of an arrow are in order, downwards. An
  /// arrow without segments takes a detour around all ranks.
  std::vector<size_t> first_segment;
  std::vector<std::vector<uint32_t>> ranks;  ///< places from left to right

  [[nodiscard]] bool takes_detour(size_t arrow) const {
    return first_segment[arrow] == first_segment[arrow + 1];
  }
};

}  // namespace quern
