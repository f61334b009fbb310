// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/layered_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "quern/drawing/layers/test_support.h"

namespace quern {
namespace {

/// Calls `check` with graphs of all sizes and shapes, and both directions.
template <class Check>
void for_all_graphs(const Check& check) {
  uint32_t seed = 0;
  for (const uint32_t boxes : {0U, 1U, 2U, 3U, 5U, 8U, 13U, 30U, 60U, 120U, 400U}) {
    for (const uint32_t share : {0U, 1U, 2U, 4U}) {  // arrows, in halves of boxes
      for (const uint32_t clusters : {0U, 1U, 2U, 7U, boxes / 4}) {
        for (const uint32_t reach : {0U, 1U, 3U, 12U}) {
          if (boxes == 400 && (share + clusters + reach) % 3 != 0) {
            continue;  // enough of the slow ones
          }
          const Kind kind = {
              .boxes = boxes, .arrows = boxes * share / 2, .clusters = clusters, .reach = reach};
          LayerOptions options;
          options.direction = ++seed % 2 == 0 ? LayerDirection::kDown : LayerDirection::kRight;
          options.cluster_head = seed % 3 * 10;
          const LayerGraph graph = generated(kind, seed);
          SCOPED_TRACE(::testing::Message()
                       << boxes << " boxes, " << kind.arrows << " arrows, " << clusters
                       << " clusters, reach " << reach << ", seed " << seed);
          check(graph, options, layered_layout(graph, options));
          if (::testing::Test::HasFailure()) {
            return;
          }
        }
      }
    }
  }
}

TEST(LayeredLayout, KeepsBoxesApartAndWithinTheDrawing) {
  for_all_graphs(
      [](const LayerGraph& graph, const LayerOptions& options, const LayerLayout& layout) {
        ASSERT_EQ(layout.boxes.size(), graph.boxes.size());
        const LayerRectangle all = {.x = 0, .y = 0, .width = layout.width, .height = layout.height};
        for (size_t box = 0; box < graph.boxes.size(); ++box) {
          EXPECT_TRUE(contains(all, layout.boxes[box], 0));
          EXPECT_GE(layout.boxes[box].width, graph.boxes[box].width);
          EXPECT_LT(layout.boxes[box].width, graph.boxes[box].width + 0.5);
          EXPECT_GE(layout.boxes[box].height, graph.boxes[box].height);
          EXPECT_LT(layout.boxes[box].height, graph.boxes[box].height + 0.5);
          for (size_t other = 0; other < box; ++other) {
            ASSERT_GE(distance(layout.boxes[box], layout.boxes[other]), options.box_gap)
                << box << " and " << other;
          }
        }
      });
}

TEST(LayeredLayout, RoutesNoArrowThroughABox) {
  for_all_graphs([](const LayerGraph& graph, const LayerOptions&, const LayerLayout& layout) {
    const LayerRectangle all = {.x = 0, .y = 0, .width = layout.width, .height = layout.height};
    for (size_t arrow = 0; arrow < graph.arrows.size(); ++arrow) {
      const std::vector<LayerPoint>& points = layout.arrows[arrow];
      for (size_t at = 0; at + 3 < points.size(); at += 3) {
        for (size_t box = 0; box < graph.boxes.size(); ++box) {
          ASSERT_FALSE(passes(&points[at], layout.boxes[box])) << arrow << " through " << box;
        }
      }
      for (const LayerPoint& point : points) {
        EXPECT_TRUE(contains(all, {.x = point.x, .y = point.y, .width = 0, .height = 0}, 0));
      }
    }
  });
}

TEST(LayeredLayout, BeginsAndEndsArrowsAtTheirBoxes) {
  for_all_graphs([](const LayerGraph& graph, const LayerOptions&, const LayerLayout& layout) {
    expect_arrows_join_boxes(graph, layout);
  });
}

TEST(LayeredLayout, DrawsClustersAroundTheirBoxesOnly) {
  for_all_graphs(
      [](const LayerGraph& graph, const LayerOptions& options, const LayerLayout& layout) {
        ASSERT_EQ(layout.clusters.size(), graph.cluster_count);
        const LayerRectangle all = {.x = 0, .y = 0, .width = layout.width, .height = layout.height};
        for (uint32_t cluster = 0; cluster < graph.cluster_count; ++cluster) {
          const LayerRectangle& own = layout.clusters[cluster];
          EXPECT_TRUE(contains(all, own, 0));
          if (own.height == 0) {
            EXPECT_EQ(std::ranges::count(graph.boxes, cluster, &LayerBox::cluster), 0);
            continue;
          }
          for (uint32_t other = 0; other < cluster; ++other) {
            if (layout.clusters[other].height > 0) {
              ASSERT_GE(distance(own, layout.clusters[other]), options.box_gap);
            }
          }
          for (size_t box = 0; box < graph.boxes.size(); ++box) {
            LayerRectangle reserved = own;
            reserved.y += options.cluster_head;
            reserved.height -= options.cluster_head;
            if (graph.boxes[box].cluster == cluster) {
              ASSERT_TRUE(contains(reserved, layout.boxes[box], options.cluster_padding));
            } else {
              ASSERT_GE(distance(own, layout.boxes[box]), options.box_gap);
            }
          }
        }
      });
}

TEST(LayeredLayout, IsTheSameOnEveryMachine) {
  uint64_t sum = 14695981039346656037U;
  const auto add = [&](double number) {
    sum = (sum ^ static_cast<uint64_t>(number * 4)) * 1099511628211U;
    EXPECT_EQ(number * 4, std::floor(number * 4));
  };
  for_all_graphs([&](const LayerGraph&, const LayerOptions&, const LayerLayout& layout) {
    for (const std::vector<LayerRectangle>* rectangles : {&layout.boxes, &layout.clusters}) {
      for (const LayerRectangle& each : *rectangles) {
        add(each.x);
        add(each.y);
      }
    }
    for (const std::vector<LayerPoint>& points : layout.arrows) {
      for (const LayerPoint& point : points) {
        add(point.x);
        add(point.y);
      }
    }
  });
  EXPECT_EQ(sum, 694597028556616568U) << "a change of the layout changes this number as well";
}

TEST(LayeredLayout, PutsCalleesBelowCallers) {
  const LayerLayout layout = layered_layout(boxes_of(3, {{0, 1, 1}, {1, 2, 1}, {0, 2, 1}}));
  EXPECT_LT(layout.boxes[0].y, layout.boxes[1].y);
  EXPECT_LT(layout.boxes[1].y, layout.boxes[2].y);
}

TEST(LayeredLayout, GoesToTheRightIfAsked) {
  const LayerLayout layout =
      layered_layout(boxes_of(2, {{0, 1, 1}}), {.direction = LayerDirection::kRight});
  EXPECT_EQ(layout.boxes[0].y, layout.boxes[1].y);
  EXPECT_EQ(layout.boxes[1].x, 40 + LayerOptions().rank_gap);
  EXPECT_EQ(layout.height, 20);
}

TEST(LayeredLayout, DrawsAChainAsStraightLines) {
  const LayerLayout layout = layered_layout(boxes_of(3, {{0, 1, 1}, {1, 2, 1}}));
  for (const std::vector<LayerPoint>& points : layout.arrows) {
    ASSERT_EQ(points.size(), 4U);
    for (const LayerPoint& point : points) {
      EXPECT_EQ(point.x, 20);
    }
  }
}

TEST(LayeredLayout, ReversesTheLighterArrowOfACycle) {
  const LayerLayout layout = layered_layout(boxes_of(3, {{0, 1, 1}, {1, 2, 100}, {2, 1, 5}}));
  EXPECT_LT(layout.boxes[1].y, layout.boxes[2].y);
  EXPECT_GT(layout.arrows[2].front().y, layout.arrows[2].back().y);
}

TEST(LayeredLayout, GivesParallelArrowsDifferentPorts) {
  const LayerLayout layout = layered_layout(boxes_of(2, {{0, 1, 1}, {0, 1, 1}, {1, 0, 0}}));
  EXPECT_NE(layout.arrows[0].front().x, layout.arrows[1].front().x);
  EXPECT_NE(layout.arrows[0].back().x, layout.arrows[2].front().x);
}

TEST(LayeredLayout, SkipsArrowsAndClustersThatDoNotExist) {
  LayerGraph graph = boxes_of(2, {{0, 1, 1}, {0, 2, 1}, {7, 7, 1}});
  graph.boxes[0].cluster = 3;
  const LayerLayout layout = layered_layout(graph);
  EXPECT_EQ(layout.arrows[0].size(), 4U);
  EXPECT_TRUE(layout.arrows[1].empty());
  EXPECT_TRUE(layout.arrows[2].empty());
}

TEST(LayeredLayout, TakesNumbersThatMakeNoSenseForZero) {
  LayerGraph graph = boxes_of(3, {{0, 1, -1}, {1, 2, std::nan("")}});
  graph.boxes[0].width = -5;
  graph.boxes[1].width = std::nan("");
  graph.boxes[2].width = std::numeric_limits<double>::infinity();
  const LayerLayout layout = layered_layout(graph, {.box_gap = -1, .rank_gap = std::nan("")});
  EXPECT_EQ(layout.boxes[0].width, 0);
  EXPECT_EQ(layout.boxes[1].width, 0);
  EXPECT_EQ(layout.boxes[2].width, 100000);
}

TEST(LayeredLayout, PacksManySeparateBoxesIntoRows) {
  const LayerLayout layout = layered_layout(boxes_of(100, {}));
  EXPECT_LT(layout.width, 3 * layout.height);
  EXPECT_GT(layout.width, layout.height);
}

/// A long chain, and arrows from its start to everywhere: places of all of them would be quadratic.
TEST(LayeredLayout, SendsArrowsThatAreTooLongAround) {
  LayerGraph graph = boxes_of(1500, {});
  for (uint32_t box = 1; box < 1500; ++box) {
    graph.arrows.push_back({box - 1, box, 1});
    graph.arrows.push_back({0, box, 0});
  }
  const LayerLayout layout = layered_layout(graph);
  for (size_t arrow = 0; arrow < graph.arrows.size(); ++arrow) {
    const std::vector<LayerPoint>& points = layout.arrows[arrow];
    EXPECT_TRUE(is_on_border(points.back(), layout.boxes[graph.arrows[arrow].to]));
    for (size_t at = 0; at + 3 < points.size(); at += 3) {
      for (size_t box = 0; box < graph.boxes.size(); box += 7) {
        ASSERT_FALSE(passes(&points[at], layout.boxes[box]));
      }
    }
  }
}

/// Many clusters whose boxes are at both ends of a long chain.
TEST(LayeredLayout, StacksClustersThatAreTooHigh) {
  LayerGraph graph = boxes_of(1200, {});
  graph.cluster_count = 600;
  for (uint32_t box = 0; box < 1200; ++box) {
    graph.boxes[box].cluster = box % 600;
    if (box > 0) {
      graph.arrows.push_back({box - 1, box, 1});
    }
  }
  const LayerLayout layout = layered_layout(graph);
  for (size_t one = 0; one < 600; ++one) {
    EXPECT_TRUE(contains(layout.clusters[one], layout.boxes[one], 0));
    EXPECT_TRUE(contains(layout.clusters[one], layout.boxes[one + 600], 0));
    for (size_t other = 0; other < one; ++other) {
      ASSERT_GT(distance(layout.clusters[one], layout.clusters[other]), 0);
    }
  }
}

}  // namespace
}  // namespace quern
