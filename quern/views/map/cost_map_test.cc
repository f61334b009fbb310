// SPDX-License-Identifier: MIT
#include "quern/views/map/cost_map.h"

#include <algorithm>
#include <string>

#include "quern/views/map/test_support.h"

namespace quern {
namespace {

TEST(CallMap, NestsCalleesWithinCallers) {
  const auto profile = read_text(kShared);
  const CostMap map = map_of(*profile);
  EXPECT_EQ(told_tiles(map),
            "main 100\n"
            " left 60\n"
            "  leaf 40\n"
            "  (self) 20\n"
            " right 30\n"
            "  leaf 20\n"
            "  (self) 10\n"
            " (self) 10\n");
  EXPECT_EQ(told(map.totals), "100");
  EXPECT_EQ(map.total, 100);
  EXPECT_EQ(told(map.tiles[1].own), "20");
  EXPECT_EQ(told(*map.tiles[1].calls), "1");
  EXPECT_EQ(told(Amount(*map.tiles[2].bounds)), "40..40");
  EXPECT_FALSE(map.is_exact);
  EXPECT_EQ(map.squeezed, 0U);
}

TEST(CallMap, NestsCallersWithinCallees) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kCallers})),
            "leaf 60\n"
            " left 40\n"
            "  main 40\n"
            " right 20\n"
            "  main 20\n"
            "left 20\n"
            " main 20\n"
            "main 10\n"
            "right 10\n"
            " main 10\n");
}

TEST(CallMap, ShowsWhatNothingCalledAsSelf) {
  // f is called by main and by nobody.
  const auto profile = read_text("events: Ir\nfn=main\n1 1\ncfn=f\ncalls=1 1\n1 10\nfn=f\n1 15\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kCallers})),
            "f 15\n main 10\n (self) 5\nmain 1\n");
}

TEST(CallMap, CutsTilesThatAreSmallOrDeep) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(told_tiles(map_of(*profile, {.least_share = 3500})),
            "main 100\n left 60\n  leaf 40\n  (self) 20\n (cut 1) 30\n (self) 10\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {.depth = 1})), "main 100\n (cut 2) 90\n (self) 10\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {.most_tiles = 2})),
            "main 100\n left 60\n  (cut 1) 40\n  (self) 20\n (cut 1) 30\n (self) 10\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kCallers, .depth = 1, .least_share = 5000})),
            "leaf 60\n (cut 2) 60\n(cut 3) 40\n");
}

TEST(CallMap, HasAFunctionWithAllBelowOrAboveIt) {
  const auto profile = read_text(kShared);
  const CostMap below = map_of(*profile, {}, {}, "left");
  EXPECT_EQ(told_tiles(below), "left 60\n leaf 40\n (self) 20\n");
  EXPECT_EQ(below.total, 60);
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kCallers}, {}, "leaf")),
            "leaf 60\n left 40\n  main 40\n right 20\n  main 20\n");
}

TEST(CallMap, MarksRecursion) {
  const auto profile = read_text(
      "events: Ir\nfn=main\n1 10\ncfn=f\ncalls=1 1\n1 90\n"
      "fn=f\n1 60\ncfn=g\ncalls=1 1\n1 30\nfn=g\n1 30\ncfn=f\ncalls=1 1\n1 20\n");
  EXPECT_EQ(told_tiles(map_of(*profile)),
            "main 100\n"
            " f ~90\n"
            "  g ~30\n"
            "   f ~12 recursive\n"
            "   (self) ~18\n"
            "  (self) ~60\n"
            " (self) 10\n");
}

TEST(CallMap, SqueezesCalleesThatClaimMoreThanTheirCaller) {
  const auto profile = read_text(
      "events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=up\ncalls=1 1\n2 100\ncfn=down\ncalls=1 1\n3 -60\n"
      "fn=up\n1 100\nfn=down\n1 -60\n");
  const CostMap map = map_of(*profile);
  EXPECT_EQ(told_tiles(map), "main 50\n up 100 drawn 40\n (cut 1) -60 drawn 0\n (self) 10\n");
  EXPECT_EQ(map.squeezed, 1U);
}

TEST(CallMap, LeavesOutWhatTheQueryDoes) {
  const auto profile = read_text(kShared);
  const CostMap map = map_of(*profile, {}, {.where = "name != right", .rows = RowKind::kBranches});
  EXPECT_EQ(told_tiles(map),
            "main 100\n left 60\n  leaf 40\n  (self) 20\n (cut 1) 30\n (self) 10\n");
  EXPECT_EQ(map.left_out, 1U);
}

TEST(CallMap, NestsGroups) {
  const auto profile = read_text(
      "events: Ir\nob=app\nfn=main\n1 1\ncob=lib\ncfn=f\ncalls=2 1\n1 9\n"
      "ob=lib\nfn=f\n1 4\ncfn=g\ncalls=3 1\n1 5\nfn=g\n1 5\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {}, {.group_by = "object"})),
            "app 10\n lib 9\n  lib 5\n  (self) 4\n (self) 1\n");
}

TEST(CallMap, IsOfOneEvent) {
  const auto profile = read_text("events: Ir Dr\nfn=a\n1 2 3\n");
  const Selection selection = selected(*profile, {.all_events = true});
  for (const Result<CostMap>& map :
       {cost_map(*profile, selection, {}), cost_map_around(*profile, selection, {}, "a")}) {
    ASSERT_FALSE(map.has_value());
    EXPECT_EQ(map.error().code, "one-event");
    EXPECT_EQ(map.error().message, "a map shows one event, but several are named");
  }
  EXPECT_EQ(told_tiles(map_of(*profile, {}, {.events = {"Dr"}})), "a 3\n");
}

TEST(CallMap, NeedsAName) {
  const auto profile = read_text(kShared);
  EXPECT_EQ(cost_map_around(*profile, selected(*profile), {}, "nobody").error().code,
            "no-such-function");
}

TEST(CostMap, OfNothingHasNoTiles) {
  const auto profile = read_text("events: Ir\nfn=a\n");
  const auto whole = read_text(kShared);
  Selection no_event = selected(*whole);
  no_event.columns.clear();
  for (const MapOf of :
       {MapOf::kCallees, MapOf::kCallers, MapOf::kSource, MapOf::kObject, MapOf::kParts}) {
    EXPECT_EQ(told_tiles(map_of(*profile, {.of = of})), "");
    const Result<CostMap> map = cost_map(*whole, no_event, {.of = of});
    ASSERT_TRUE(map.has_value());
    EXPECT_TRUE(map->tiles.empty());
    EXPECT_TRUE(map->totals.empty());
  }
}

TEST(CostMapOfMuch, KeepsToItsLimitsOfManyFunctions) {
  std::string text = "events: Ir\n";
  for (size_t at = 0; at < 50'000; ++at) {
    const std::string number = std::to_string(at);
    text += "fl=d" + number.substr(0, 2) + "/" + number + ".c\nfn=f" + number + "\n1 7\n";
  }
  const auto profile = read_text(text);
  for (const MapOf of : {MapOf::kCallees, MapOf::kCallers, MapOf::kSource, MapOf::kObject}) {
    const CostMap map = map_of(*profile, {.of = of});
    expect_sound(map);
    EXPECT_EQ(map.total, 350'000);
    EXPECT_EQ(map.rest, 0);
    EXPECT_LE(map.tiles.size(), 3 * MapRequest::kMostTiles);
    EXPECT_GE(map.tiles.size(), MapRequest::kMostTiles);
  }
}

TEST(CostMapOfMuch, EndsChainsOfCalls) {
  std::string text = "events: Ir\n";
  for (size_t at = 5000; at > 0; --at) {
    const std::string number = std::to_string(at);
    text += "fn=f" + number + "\n1 1\n";
    if (at > 1) {
      text += "cfn=f" + std::to_string(at - 1) + "\ncalls=1 1\n1 " + std::to_string(at - 1) + "\n";
    }
  }
  const CostMap map = map_of(*read_text(text));
  expect_sound(map);
  EXPECT_EQ(map.total, 5000);
  EXPECT_EQ(std::ranges::max(map.tiles, {}, &MapTile::depth).depth, 1000U);
}

}  // namespace
}  // namespace quern
