// SPDX-License-Identifier: MIT
//
// Generated graphs, and geometry, for the tests of layouts.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "quern/drawing/layers/layered_layout.h"

namespace quern {

/// Kinds of graphs by number, so that each property meets all of them.
struct Kind {
  uint32_t boxes = 0;
  uint32_t arrows = 0;
  uint32_t clusters = 0;
  uint32_t reach = 0;  ///< arrows lead to one of so many next boxes, or anywhere if 0
};

inline uint32_t below(std::mt19937& random, uint32_t end) {
  return static_cast<uint32_t>(random() % end);
}

inline LayerGraph generated(const Kind& kind, uint32_t seed) {
  std::mt19937 random(seed);
  LayerGraph graph;
  graph.cluster_count = kind.clusters;
  for (uint32_t box = 0; box < kind.boxes; ++box) {
    LayerBox& each = graph.boxes.emplace_back();
    each.width = 0.25 * below(random, 600);
    each.height = 0.25 * below(random, 200);
    if (kind.clusters > 0 && below(random, 3) > 0) {
      each.cluster = below(random, kind.clusters);
    }
  }
  for (uint32_t arrow = 0; kind.boxes > 0 && arrow < kind.arrows; ++arrow) {
    LayerArrow& each = graph.arrows.emplace_back();
    each.from = below(random, kind.boxes);
    each.to = kind.reach == 0 ? below(random, kind.boxes)
                              : (each.from + below(random, kind.reach)) % kind.boxes;
    each.weight = below(random, 1000);
  }
  return graph;
}

/// The larger of the distances between two rectangles across and along; below 0 if they overlap.
inline double distance(const LayerRectangle& one, const LayerRectangle& other) {
  const double x = std::max(other.x - one.x - one.width, one.x - other.x - other.width);
  const double y = std::max(other.y - one.y - one.height, one.y - other.y - other.height);
  return std::max(x, y);
}

inline bool contains(const LayerRectangle& outer, const LayerRectangle& inner, double padding) {
  return inner.x >= outer.x + padding && inner.y >= outer.y + padding &&
         inner.x + inner.width <= outer.x + outer.width - padding &&
         inner.y + inner.height <= outer.y + outer.height - padding;
}

inline LayerPoint on_curve(const LayerPoint* points, double t) {
  const double u = 1 - t;
  const double weights[] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
  LayerPoint point;
  for (size_t at = 0; at < 4; ++at) {
    point.x += weights[at] * points[at].x;
    point.y += weights[at] * points[at].y;
  }
  return point;
}

inline bool is_inside(const LayerPoint& point, const LayerRectangle& box) {
  constexpr double kTiny = 1e-6;
  return point.x > box.x + kTiny && point.x < box.x + box.width - kTiny &&
         point.y > box.y + kTiny && point.y < box.y + box.height - kTiny;
}

/// Whether a curve passes through a box.
inline bool passes(const LayerPoint* points, const LayerRectangle& box) {
  constexpr int kSamples = 24;
  const auto x = [](const LayerPoint& one, const LayerPoint& other) { return one.x < other.x; };
  const auto y = [](const LayerPoint& one, const LayerPoint& other) { return one.y < other.y; };
  const auto [left, right] = std::minmax_element(points, points + 4, x);
  const auto [top, bottom] = std::minmax_element(points, points + 4, y);
  if (right->x <= box.x || left->x >= box.x + box.width || bottom->y <= box.y ||
      top->y >= box.y + box.height) {
    return false;
  }
  for (int sample = 0; sample <= kSamples; ++sample) {
    if (is_inside(on_curve(points, static_cast<double>(sample) / kSamples), box)) {
      return true;
    }
  }
  return false;
}

inline bool is_on_border(const LayerPoint& point, const LayerRectangle& box) {
  const bool within = point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y &&
                      point.y <= box.y + box.height;
  return within && !is_inside(point, box);
}

/// Arrows are curves from the border of one box to that of the other.
inline void expect_arrows_join_boxes(const LayerGraph& graph, const LayerLayout& layout) {
  ASSERT_EQ(layout.arrows.size(), graph.arrows.size());
  for (size_t arrow = 0; arrow < graph.arrows.size(); ++arrow) {
    const std::vector<LayerPoint>& points = layout.arrows[arrow];
    ASSERT_GE(points.size(), 4U);
    ASSERT_EQ(points.size() % 3, 1U);
    EXPECT_TRUE(is_on_border(points.front(), layout.boxes[graph.arrows[arrow].from]));
    EXPECT_TRUE(is_on_border(points.back(), layout.boxes[graph.arrows[arrow].to]));
  }
}

inline LayerGraph boxes_of(size_t count, std::vector<LayerArrow> arrows) {
  LayerGraph graph;
  graph.boxes.assign(count, {.width = 40, .height = 20});
  graph.arrows = std::move(arrows);
  return graph;
}

}  // namespace quern
