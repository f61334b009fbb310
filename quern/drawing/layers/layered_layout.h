// SPDX-License-Identifier: MIT
//
// Places boxes in ranks and routes the arrows between them, so that most arrows point in one
// direction, cross rarely and are short. Boxes keep their gap, no arrow passes through a box that
// is not one of its ends, and clusters are disjoint rectangles that contain exactly their own
// boxes. Instead of ranks there can be rings around one box; then there are no clusters, and boxes
// only keep apart. The same input gives the same bytes on every machine: all geometry is integer
// arithmetic on quarters of a unit. Time grows with the length of all arrows together; memory is
// linear.
// Sizes, gaps and results have one unit, usually pixels; y grows downwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace quern {

struct LayerBox {
  double width = 0;  ///< rounded up to halves; from 0 to 100,000
  double height = 0;
  std::optional<uint32_t> cluster = {};  ///< below LayerGraph::cluster_count
};

struct LayerArrow {
  uint32_t from = 0;
  uint32_t to = 0;
  /// How important it is that the arrow is short, straight and not reversed. Only ratios matter.
  double weight = 0;
};

/// Arrows may form cycles, repeat each other, or start and end at one box.
struct LayerGraph {
  std::vector<LayerBox> boxes;
  std::vector<LayerArrow> arrows;
  uint32_t cluster_count = 0;
};

/// kCircle: outwards, on rings.
enum class LayerDirection : uint8_t { kDown, kRight, kCircle };

struct LayerOptions {
  LayerDirection direction = LayerDirection::kDown;
  /// Of rings: the box in the middle, with its callers above and its callees below. Without it, and
  /// in separate drawings, a box that no arrow leads to, or the first one below it that has several
  /// callees.
  std::optional<uint32_t> center = {};
  double box_gap = 16;   ///< between boxes of a rank, and between separate drawings
  double arrow_gap = 8;  ///< between an arrow that crosses a rank and its neighbors; from 0.5
  double rank_gap = 40;  ///< at least, from 1; more where arrows run far across or clusters end
  double cluster_padding = 8;  ///< between a cluster's border and what is inside
  double cluster_head = 0;     ///< additional room for a title, at the top of each cluster
};

struct LayerPoint {
  double x = 0;
  double y = 0;
};

struct LayerRectangle {
  double x = 0;  ///< of the top left corner
  double y = 0;
  double width = 0;
  double height = 0;
};

struct LayerLayout {
  std::vector<LayerRectangle> boxes;
  /// By arrow: the points of a chain of cubic Bézier curves, 1 + 3n. The first is on the border of
  /// `from`, the last on the border of `to`. Empty if one of them does not exist.
  std::vector<std::vector<LayerPoint>> arrows;
  std::vector<LayerRectangle> clusters;  ///< without boxes, and on rings: 0 wide and high
  double width = 0;                      ///< all x are from 0 to this, all y from 0 to `height`
  double height = 0;
};

[[nodiscard]] LayerLayout layered_layout(const LayerGraph& graph, const LayerOptions& options = {});

}  // namespace quern
