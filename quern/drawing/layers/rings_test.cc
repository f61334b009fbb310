// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/rings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "quern/drawing/layers/test_support.h"
#include "quern/drawing/layers/turns.h"

namespace quern {
namespace {

LayerOptions on_rings(std::optional<uint32_t> center = {}) {
  return {.direction = LayerDirection::kCircle, .center = center};
}

/// Calls `check` with graphs of all sizes and shapes, with and without a box to be in the middle.
template <class Check>
void for_all_rings(const Check& check) {
  uint32_t seed = 0;
  for (const uint32_t boxes : {0U, 1U, 2U, 3U, 5U, 8U, 13U, 30U, 60U, 120U, 400U}) {
    for (const uint32_t share : {0U, 1U, 2U, 3U, 4U, 12U}) {  // arrows, in halves of boxes
      for (const uint32_t reach : {0U, 1U, 3U, 12U}) {
        for (const bool has_center : {false, true}) {
          if (boxes == 400 && (share + reach) % 3 != 0) {
            continue;  // enough of the slow ones
          }
          const Kind kind = {
              .boxes = boxes, .arrows = boxes * share / 2, .clusters = 0, .reach = reach};
          const LayerGraph graph = generated(kind, ++seed);
          LayerOptions options = on_rings();
          if (has_center) {
            options.center = seed % (boxes + 1);
          }
          options.rank_gap = seed % 4 * 30;
          options.box_gap = seed % 3 * 8;
          SCOPED_TRACE(::testing::Message() << boxes << " boxes, " << kind.arrows
                                            << " arrows, reach " << reach << ", seed " << seed);
          check(graph, layered_layout(graph, options));
          if (::testing::Test::HasFailure()) {
            return;
          }
        }
      }
    }
  }
}

TEST(Rings, KeepBoxesApartAndWithinTheDrawing) {
  for_all_rings([](const LayerGraph& graph, const LayerLayout& layout) {
    ASSERT_EQ(layout.boxes.size(), graph.boxes.size());
    const LayerRectangle all = {.x = 0, .y = 0, .width = layout.width, .height = layout.height};
    for (size_t box = 0; box < graph.boxes.size(); ++box) {
      EXPECT_TRUE(contains(all, layout.boxes[box], 0));
      EXPECT_LT(std::abs(layout.boxes[box].width - graph.boxes[box].width - 0.25), 0.3);
      EXPECT_LT(std::abs(layout.boxes[box].height - graph.boxes[box].height - 0.25), 0.3);
      for (size_t other = 0; other < box; ++other) {
        ASSERT_GE(distance(layout.boxes[box], layout.boxes[other]), 0) << box << " and " << other;
      }
    }
  });
}

TEST(Rings, RouteNoArrowThroughABoxOfOthers) {
  for_all_rings([](const LayerGraph& graph, const LayerLayout& layout) {
    const LayerRectangle all = {.x = 0, .y = 0, .width = layout.width, .height = layout.height};
    for (size_t arrow = 0; arrow < graph.arrows.size(); ++arrow) {
      const LayerArrow& ends = graph.arrows[arrow];
      const std::vector<LayerPoint>& points = layout.arrows[arrow];
      for (size_t at = 0; at + 3 < points.size(); at += 3) {
        for (size_t box = 0; box < graph.boxes.size(); ++box) {
          ASSERT_FALSE(box != ends.from && box != ends.to && passes(&points[at], layout.boxes[box]))
              << arrow << " through " << box;
        }
      }
      for (const LayerPoint& point : points) {
        ASSERT_TRUE(contains(all, {.x = point.x, .y = point.y, .width = 0, .height = 0}, 0));
      }
    }
  });
}

TEST(Rings, BeginAndEndArrowsAtTheirBoxes) {
  for_all_rings([](const LayerGraph& graph, const LayerLayout& layout) {
    expect_arrows_join_boxes(graph, layout);
  });
}

TEST(Rings, AreTheSameOnEveryMachine) {
  uint64_t sum = 14695981039346656037U;
  const auto add = [&](double number) {
    sum = (sum ^ static_cast<uint64_t>(number * 4)) * 1099511628211U;
    EXPECT_EQ(number * 4, std::floor(number * 4));
  };
  for_all_rings([&](const LayerGraph&, const LayerLayout& layout) {
    for (const LayerRectangle& each : layout.boxes) {
      add(each.x);
      add(each.y);
    }
    for (const std::vector<LayerPoint>& points : layout.arrows) {
      for (const LayerPoint& point : points) {
        add(point.x);
        add(point.y);
      }
    }
  });
  EXPECT_EQ(sum, 15636777205130125216U) << "a change of the layout changes this number as well";
}

/// Along y, a unit counts twice.
double from_middle(const LayerRectangle& box, const LayerRectangle& middle) {
  return std::hypot(box.x + box.width / 2 - middle.x - middle.width / 2,
                    2 * (box.y + box.height / 2 - middle.y - middle.height / 2));
}

TEST(Rings, PutCallersAboveAndCalleesBelowByDistance) {
  const LayerLayout layout = layered_layout(
      boxes_of(7, {{1, 0, 1}, {2, 1, 1}, {0, 3, 1}, {0, 4, 1}, {4, 5, 1}, {3, 6, 1}}), on_rings(0));
  const LayerRectangle& middle = layout.boxes[0];
  for (const size_t caller : {1U, 2U}) {
    EXPECT_LT(layout.boxes[caller].y, middle.y);
  }
  for (const size_t callee : {3U, 4U, 5U, 6U}) {
    EXPECT_GT(layout.boxes[callee].y, middle.y);
  }
  EXPECT_NEAR(from_middle(layout.boxes[1], middle), from_middle(layout.boxes[4], middle), 1);
  EXPECT_NEAR(from_middle(layout.boxes[2], middle), from_middle(layout.boxes[6], middle), 1);
  EXPECT_LT(from_middle(layout.boxes[1], middle) + 40, from_middle(layout.boxes[2], middle));
}

TEST(Rings, ArePutAroundTheFirstBoxThatBranches) {
  const LayerLayout layout = layered_layout(
      boxes_of(6, {{5, 4, 1}, {4, 0, 1}, {0, 1, 1}, {0, 2, 1}, {0, 3, 1}}), on_rings());
  const LayerRectangle& middle = layout.boxes[0];
  const double first = from_middle(layout.boxes[1], middle);
  for (const size_t near : {2U, 3U, 4U}) {
    EXPECT_NEAR(from_middle(layout.boxes[near], middle), first, 1);
  }
  EXPECT_GT(from_middle(layout.boxes[5], middle), first);
}

TEST(Rings, DrawNoClusters) {
  LayerGraph graph = boxes_of(2, {{0, 1, 1}});
  graph.cluster_count = 1;
  graph.boxes[1].cluster = 0;
  EXPECT_EQ(layered_layout(graph, on_rings()).clusters.front().width, 0);
}

/// A star has all boxes on one ring; a chain has as many rings as boxes.
TEST(Rings, TakeNoMoreCurvesThanArrowsNeed) {
  LayerGraph star = boxes_of(500, {});
  LayerGraph chain = boxes_of(500, {});
  for (uint32_t box = 1; box < 500; ++box) {
    star.arrows.push_back({0, box, 1});
    chain.arrows.push_back({box - 1, box, 1});
  }
  for (const LayerGraph* graph : {&star, &chain}) {
    for (const std::vector<LayerPoint>& points : layered_layout(*graph, on_rings(0)).arrows) {
      EXPECT_LE(points.size(), 10U);
    }
  }
}

TEST(Turns, KnowSinesAndTheirAngles) {
  constexpr double kPi = 3.14159265358979;
  for (int64_t angle = -kTurn; angle < 2 * kTurn; angle += kTurn / 97) {
    const double plain = 2 * kPi * static_cast<double>(angle) / static_cast<double>(kTurn);
    const PartPoint point = on_circle(1000000, angle);
    EXPECT_NEAR(static_cast<double>(point.x), 1000000 * std::cos(plain), 2);
    EXPECT_NEAR(static_cast<double>(point.y), 1000000 * std::sin(plain), 2);
  }
  EXPECT_NEAR(static_cast<double>(half_angle(500, 1000)), kTurn / 12.0, 1000);
  EXPECT_EQ(half_angle(1000, 1000), kTurn / 4);
  EXPECT_EQ(shorter_way(kTurn - 5), -5);
  EXPECT_EQ(shorter_way(kTurn / 2 - 1), kTurn / 2 - 1);
  EXPECT_EQ(square_root(0), 0);
  EXPECT_EQ(square_root(16), 4);
  EXPECT_EQ(square_root(17), 5);
  EXPECT_NEAR(static_cast<double>(arc_length(1000, kTurn)), 2 * kPi * 1000, 3);
}

}  // namespace
}  // namespace quern
