// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/ranks.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

using Ranks = std::vector<uint32_t>;

Sketch sketch_of(size_t boxes, std::vector<SketchArrow> arrows) {
  Sketch sketch;
  sketch.boxes.resize(boxes);
  sketch.arrows = std::move(arrows);
  return sketch;
}

TEST(Ranks, CountAlongAChain) {
  Sketch sketch = sketch_of(3, {{.from = 2, .to = 0}, {.from = 0, .to = 1}});
  EXPECT_EQ(rank_boxes(sketch), (Ranks{1, 2, 0}));
}

TEST(Ranks, ReverseOneLightArrowOfACycle) {
  Sketch sketch = sketch_of(3, {{.from = 0, .to = 1, .weight = 9},
                                {.from = 1, .to = 2, .weight = 9},
                                {.from = 2, .to = 0, .weight = 1}});
  EXPECT_EQ(rank_boxes(sketch), (Ranks{0, 1, 2}));
  EXPECT_FALSE(sketch.arrows[0].is_reversed);
  EXPECT_FALSE(sketch.arrows[1].is_reversed);
  EXPECT_TRUE(sketch.arrows[2].is_reversed);
}

/// 0 calls 1, 2 and 3 in a chain; 4, called by 0 and calling 3, may be beside 1 or 2.
TEST(Ranks, BringHeavyArrowsTogether) {
  Sketch sketch = sketch_of(5, {{.from = 0, .to = 1},
                                {.from = 1, .to = 2},
                                {.from = 2, .to = 3},
                                {.from = 0, .to = 4, .weight = 1},
                                {.from = 4, .to = 3, .weight = 5}});
  EXPECT_EQ(rank_boxes(sketch), (Ranks{0, 1, 2, 3, 2}));
}

TEST(Ranks, HaveAPlaceWhereALongArrowCrossesThem) {
  Sketch sketch = sketch_of(3, {{.from = 0, .to = 1}, {.from = 1, .to = 2}, {.from = 0, .to = 2}});
  const RankPlaces places = placed(sketch, rank_boxes(sketch));
  EXPECT_EQ(places.places.size(), 4U);
  EXPECT_EQ(places.ranks[1], (Ranks{1, 3}));
  EXPECT_EQ(places.first_segment, (std::vector<size_t>{0, 1, 2, 4}));
}

TEST(Ranks, HaveAPlaceForAClusterWithoutABoxThere) {
  Sketch sketch = sketch_of(3, {{.from = 0, .to = 1}, {.from = 1, .to = 2}});
  sketch.cluster_count = 1;
  sketch.boxes[0].cluster = sketch.boxes[2].cluster = 0;
  const RankPlaces places = placed(sketch, rank_boxes(sketch));
  ASSERT_EQ(places.ranks[1], (Ranks{1, 3}));
  EXPECT_EQ(places.places[3].cluster, 0U);
}

}  // namespace
}  // namespace quern
