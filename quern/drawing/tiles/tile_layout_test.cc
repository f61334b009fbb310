// SPDX-License-Identifier: MIT
#include "quern/drawing/tiles/tile_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace quern {
namespace {

/// Each with the weight of its children and, at random, more.
std::vector<TileItem> generated_tiles(uint32_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<TileItem> items(count);
  for (uint32_t at = 0; at < count; ++at) {
    if (at != 0 && random() % 8 != 0) {
      items[at].parent = random() % at;
    }
    const uint64_t bits = random() % 9;
    items[at].weight = random() % 3 == 0 ? 0 : random() % (1U << bits);
  }
  for (uint32_t at = count; at-- > 0;) {
    if (items[at].parent) {
      items[*items[at].parent].weight += items[at].weight;
    }
  }
  return items;
}

int128 weight_of_roots(const std::vector<TileItem>& items) {
  int128 sum = 0;
  for (const TileItem& item : items) {
    sum += item.parent ? int128{0} : item.weight;
  }
  return sum;
}

constexpr TileFrame kTestFrame{.width = 900, .height = 600};

/// Runs `check(items, layout)` with random trees.
template <class Check>
void for_all_trees(const Check& check) {
  for (const uint32_t count : {1U, 2U, 3U, 7U, 20U, 150U}) {
    for (uint32_t seed = 0; seed < 150; ++seed) {
      SCOPED_TRACE(::testing::Message() << count << " tiles, seed " << seed);
      const std::vector<TileItem> items = generated_tiles(count, seed);
      check(items, tile_layout(items, kTestFrame));
      if (::testing::Test::HasFailure()) {
        return;
      }
    }
  }
}

bool lies_within(const TileRectangle& inner, const TileRectangle& outer) {
  return inner.x >= outer.x && inner.y >= outer.y &&
         inner.x + inner.width <= outer.x + outer.width &&
         inner.y + inner.height <= outer.y + outer.height;
}

bool are_apart(const TileRectangle& one, const TileRectangle& other) {
  return one.x + one.width <= other.x || other.x + other.width <= one.x ||
         one.y + one.height <= other.y || other.y + other.height <= one.y;
}

double ratio_of_sides(const TileRectangle& tile) {
  return std::max(tile.width, tile.height) / std::min(tile.width, tile.height);
}

std::vector<TileItem> tiles_of(const std::vector<int128>& weights) {
  std::vector<TileItem> items;
  for (const int128 weight : weights) {
    items.push_back({.weight = weight});
  }
  return items;
}

/// "30x20 at 0,0".
std::string told(const TileRectangle& tile) {
  const auto number = [](double of) {
    return of == std::floor(of) ? std::to_string(static_cast<int>(of)) : std::to_string(of);
  };
  return number(tile.width) + "x" + number(tile.height) + " at " + number(tile.x) + "," +
         number(tile.y);
}

std::string told(const std::vector<TileRectangle>& tiles) {
  std::string text;
  for (const TileRectangle& tile : tiles) {
    text += (text.empty() ? "" : "; ") + told(tile);
  }
  return text;
}

TEST(TileLayout, KeepsChildrenWithinTheirParent) {
  for_all_trees([](const std::vector<TileItem>& items, const std::vector<TileRectangle>& layout) {
    ASSERT_EQ(layout.size(), items.size());
    const TileRectangle all{.width = kTestFrame.width, .height = kTestFrame.height};
    for (size_t at = 0; at < items.size(); ++at) {
      const TileRectangle& parent = items[at].parent ? layout[*items[at].parent] : all;
      ASSERT_TRUE(lies_within(layout[at], parent)) << at;
    }
  });
}

TEST(TileLayout, KeepsSiblingsApart) {
  for_all_trees([](const std::vector<TileItem>& items, const std::vector<TileRectangle>& layout) {
    for (size_t at = 0; at < items.size(); ++at) {
      for (size_t other = 0; other < at; ++other) {
        if (items[at].parent == items[other].parent) {
          ASSERT_TRUE(are_apart(layout[at], layout[other])) << at << " and " << other;
        }
      }
    }
  });
}

TEST(TileLayout, GivesAreasInProportionToWeightsAtEveryLevel) {
  for_all_trees([](const std::vector<TileItem>& items, const std::vector<TileRectangle>& layout) {
    const double total = std::max(1.0, to_double(weight_of_roots(items)));
    for (size_t at = 0; at < items.size(); ++at) {
      const TileRectangle& tile = layout[at];
      const double exact =
          kTestFrame.width * kTestFrame.height * (to_double(items[at].weight) / total);
      // A border is rounded by at most 1/32.
      ASSERT_NEAR(tile.width * tile.height, exact, (tile.width + tile.height + 1) / 16) << at;
    }
  });
}

TEST(TileLayout, FillsTheFrameWithRoots) {
  for_all_trees([](const std::vector<TileItem>& items, const std::vector<TileRectangle>& layout) {
    double area = 0;
    for (size_t at = 0; at < items.size(); ++at) {
      area += items[at].parent ? 0 : layout[at].width * layout[at].height;
    }
    ASSERT_EQ(area, weight_of_roots(items) == 0 ? 0 : kTestFrame.width * kTestFrame.height);
  });
}

TEST(TileLayout, IsTheSameOnEveryMachine) {
  uint64_t sum = 14695981039346656037U;
  const auto add = [&](double number) {
    sum = (sum ^ static_cast<uint64_t>(number * 16)) * 1099511628211U;
    EXPECT_EQ(number * 16, std::floor(number * 16));
  };
  for_all_trees([&](const std::vector<TileItem>&, const std::vector<TileRectangle>& layout) {
    for (const TileRectangle& each : layout) {
      add(each.x);
      add(each.y);
      add(each.width);
      add(each.height);
    }
  });
  EXPECT_EQ(sum, 17895699291188854498U) << "a change of the layout changes this number as well";
}

TEST(TileLayout, PutsTilesIntoRowsAlongTheShorterSide) {
  // The example of the paper.
  EXPECT_EQ(told(tile_layout(tiles_of({6, 6, 4, 3, 2, 2, 1}), {.width = 60, .height = 40})),
            "30x20 at 0,0; 30x20 at 0,20; 17.125000x23.312500 at 30,0; "
            "12.875000x23.312500 at 47.125000,0; 12x16.687500 at 30,23.312500; "
            "12x16.687500 at 42,23.312500; 6x16.687500 at 54,23.312500");
}

TEST(TileLayout, KeepsTheOrderOfEqualWeights) {
  EXPECT_EQ(told(tile_layout(tiles_of({1, 2, 1}), {.width = 40, .height = 20})),
            "20x10 at 20,0; 20x20 at 0,0; 20x10 at 20,10");
}

TEST(TileLayout, LeavesFreeWhatRootsDoNotWeigh) {
  EXPECT_EQ(told(tile_layout(tiles_of({1, 1}), {.width = 40, .height = 20, .total = 4})),
            "20x10 at 0,0; 20x10 at 0,10");
}

TEST(TileLayout, LeavesFreeWhatChildrenDoNotWeigh) {
  EXPECT_EQ(told(tile_layout(std::vector<TileItem>{{.weight = 4}, {.parent = 0, .weight = 1}},
                             {.width = 40, .height = 20})),
            "40x20 at 0,0; 10x20 at 0,0");
}

TEST(TileLayout, SqueezesChildrenThatWeighMoreThanTheirParent) {
  EXPECT_EQ(told(tile_layout(
                std::vector<TileItem>{
                    {.weight = 1}, {.parent = 0, .weight = 6}, {.parent = 0, .weight = 2}},
                {.width = 40, .height = 20})),
            "40x20 at 0,0; 30x20 at 0,0; 10x20 at 30,0");
}

TEST(TileLayout, DrawsManyEqualTilesNearlyAsSquares) {
  const std::vector<TileItem> items(1000, TileItem{.weight = 7});
  const std::vector<TileRectangle> layout = tile_layout(items, {.width = 1000, .height = 700});
  const auto is_long = [](const TileRectangle& tile) { return ratio_of_sides(tile) > 1.5; };
  EXPECT_LT(std::ranges::count_if(layout, is_long), 5) << "only the last have to take what is left";
}

TEST(TileLayout, GivesNothingToWhatWeighsNothing) {
  const std::vector<TileRectangle> layout =
      tile_layout(tiles_of({0, 5, -3, 0}), {.width = 40, .height = 20});
  EXPECT_EQ(told(layout[1]), "40x20 at 0,0");
  for (const size_t at : {0U, 2U, 3U}) {
    EXPECT_EQ(layout[at].width * layout[at].height, 0) << at;
  }
  EXPECT_EQ(told(tile_layout(tiles_of({0, 0}), {.width = 40, .height = 20})),
            "0x0 at 0,0; 0x0 at 0,0");
}

TEST(TileLayout, TakesFramesThatMakeNoSenseForEmptyOnes) {
  for (const double width : {0.0, -5.0, std::nan("")}) {
    const std::vector<TileRectangle> layout =
        tile_layout(tiles_of({3, 1}), {.width = width, .height = 20});
    EXPECT_EQ(layout[0].width, 0);
    EXPECT_EQ(layout[1].width, 0);
  }
  const double endless = std::numeric_limits<double>::infinity();
  EXPECT_EQ(told(tile_layout(tiles_of({3}), {.width = endless, .height = 0.5})),
            "100000x0.500000 at 0,0");
}

TEST(TileLayout, GivesNothingToItemsBeforeTheirParent) {
  const std::vector<TileItem> items = {
      {.weight = 4}, {.parent = 1, .weight = 4}, {.parent = 7, .weight = 4}, {.parent = 2}};
  EXPECT_EQ(told(tile_layout(items, {.width = 40, .height = 20})),
            "40x20 at 0,0; 0x0 at 0,0; 0x0 at 0,0; 0x0 at 0,0");
}

TEST(TileLayout, ComparesWeightsOf128Bits) {
  const int128 large = int128{1} << 93;
  EXPECT_EQ(told(tile_layout(tiles_of({large, large / 2, large / 2}), {.width = 40, .height = 20})),
            "20x20 at 0,0; 20x10 at 20,0; 20x10 at 20,10");
  const int128 largest = ~(int128{1} << 127);
  EXPECT_EQ(told(tile_layout(std::vector(1000, TileItem{.weight = largest}),
                             {.width = 100'000, .height = 100'000})[999]),
            told(tile_layout(std::vector(1000, TileItem{.weight = 1}),
                             {.width = 100'000, .height = 100'000})[999]));
}

TEST(TileLayout, KeepsBordersInPlaceThroughManyLevels) {
  // Each level leaves a thousandth free: 0.999 ^ 2000 is left in the end.
  std::vector<TileItem> items;
  int128 weight = int128{1} << 62;
  for (uint32_t level = 0; level < 2000; ++level) {
    items.push_back({.weight = weight});
    if (level != 0) {
      items.back().parent = level - 1;
    }
    weight = weight * 999 / 1000;
  }
  const TileRectangle last = tile_layout(items, kTestFrame).back();
  const double exact = kTestFrame.width * kTestFrame.height * std::pow(0.999, 1999);
  EXPECT_NEAR(last.width * last.height, exact, (last.width + last.height) / 16);
}

TEST(TileLayoutOfMany, NestsAsDeepAsItemsDo) {
  std::vector<TileItem> items(200'000, TileItem{.weight = 1});
  for (uint32_t at = 1; at < items.size(); ++at) {
    items[at].parent = at - 1;
  }
  EXPECT_EQ(told(tile_layout(items, kTestFrame).back()), "900x600 at 0,0");
}

TEST(TileLayoutOfMany, PlacesSiblingsWithoutEnd) {
  std::vector<TileItem> items;
  for (uint32_t at = 0; at < 200'000; ++at) {
    items.push_back({.weight = at % 1000});
  }
  const std::vector<TileRectangle> layout = tile_layout(items, kTestFrame);
  double area = 0;
  for (const TileRectangle& tile : layout) {
    area += tile.width * tile.height;
  }
  EXPECT_EQ(area, kTestFrame.width * kTestFrame.height);
}

}  // namespace
}  // namespace quern
