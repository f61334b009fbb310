// SPDX-License-Identifier: MIT
//
// Generated profiles: tiles and rests of a map are the total at every level, its numbers are those
// of top, of flame graphs and of parts, and its limits hold.
#include <map>
#include <string>

#include "quern/drawing/tiles/tile_layout.h"
#include "quern/query/columns.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/igprof_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/generators/xdebug_generator.h"
#include "quern/views/lists/top.h"
#include "quern/views/map/test_support.h"
#include "quern/views/trees/flame.h"

namespace quern {
namespace {

using testing::RandomChoice;

constexpr uint64_t kMapSeeds = 1000;

std::unique_ptr<const Profile> mapped_profile(uint64_t seed) {
  OpenOptions options;
  options.keep = seed % 2 == 0 ? Keep::kAll : Keep::kSums;
  options.adds_declared_costs = true;
  std::string bytes;
  switch (seed % 5) {
    case 0:
      bytes = testing::generate_igprof(seed);
      break;
    case 1:
      bytes = testing::generate_xdebug(seed).bytes;
      break;
    default:
      bytes = testing::generate_callgrind(seed);
      options.dialect = "callgrind";
  }
  Result<Opened> opened = open_bytes("in", std::move(bytes), options);
  return opened ? std::move(opened->profile) : nullptr;
}

Selection random_map_selection(RandomChoice& random, const Profile& profile, MapOf of) {
  Words words;
  const bool has_groups = of == MapOf::kCallees || of == MapOf::kCallers;
  if (has_groups && random.chance(30)) {
    words.group_by = group_by_words()[random.index(group_by_words().size())];
  }
  if (random.chance(40)) {
    words.events.push_back(profile.events()[random.index(profile.events().size())].name);
  }
  if (random.chance(20)) {
    words.where = "self >= 5%";
    words.rows = has_groups ? RowKind::kBranches : RowKind::kFunctions;
  }
  return selected(profile, words);
}

MapRequest random_map_request(RandomChoice& random) {
  MapRequest request;
  request.of = static_cast<MapOf>(random.index(5));
  request.merge_recursion = random.chance(20);
  request.depth = random.index(6);
  request.least_share = random.chance(40) ? static_cast<uint32_t>(random.index(1500)) : 0;
  request.most_tiles = random.chance(40) ? 1 + random.index(20) : 0;
  return request;
}

/// Runs `test` with random profiles and questions.
template <class Test>
void with_maps(const Test& test) {
  size_t maps = 0;
  for (uint64_t seed = 0; seed < kMapSeeds; ++seed) {
    const auto profile = mapped_profile(seed);
    if (!profile || profile->events().empty()) {
      continue;
    }
    SCOPED_TRACE(seed);
    RandomChoice random(seed);
    const MapRequest request = random_map_request(random);
    const Selection selection = random_map_selection(random, *profile, request.of);
    const Result<CostMap> map = cost_map(*profile, selection, request);
    if (!map) {
      ASSERT_EQ(map.error().code, "mixed-stacks");
      continue;
    }
    test(*profile, *map);
    ++maps;
    if (::testing::Test::HasFailure()) {
      return;
    }
  }
  EXPECT_GT(maps, kMapSeeds / 2);
}

bool is_of_calls(const CostMap& map) {
  return map.request.of == MapOf::kCallees || map.request.of == MapOf::kCallers;
}

bool is_extra(const MapTile& tile) {
  return tile.kind == TileKind::kSelf || tile.kind == TileKind::kCut;
}

TEST(CostMapProperty, TilesAndRestsAreTheTotal) {
  size_t squeezed = 0, cut = 0;
  with_maps([&](const Profile&, const CostMap& map) {
    expect_sound(map);
    squeezed += map.squeezed;
    cut += static_cast<size_t>(std::ranges::count(map.tiles, TileKind::kCut, &MapTile::kind));
  });
  EXPECT_GT(squeezed, 50U);
  EXPECT_GT(cut, 300U);
}

TEST(CostMapProperty, LimitsHold) {
  with_maps([](const Profile&, const CostMap& map) {
    const MapRequest& request = map.request;
    size_t tiles = 0;
    for (const MapTile& tile : map.tiles) {
      tiles += is_extra(tile) ? 0U : 1U;
      EXPECT_TRUE(is_extra(tile) || request.depth == 0 || tile.depth < request.depth);
      EXPECT_TRUE(is_extra(tile) || lower_of(tile.cost) > 0);
      EXPECT_TRUE(is_extra(tile) ||
                  lower_of(tile.cost) * 10'000 >= map.total * request.least_share);
      EXPECT_EQ(tile.count != 0, tile.kind == TileKind::kCut);
    }
    EXPECT_LE(tiles, request.most_tiles);
  });
}

TEST(CostMapProperty, CostsOfCallsAreThoseOfTheFlameGraph) {
  with_maps([](const Profile& profile, const CostMap& map) {
    if (!is_of_calls(map)) {
      return;
    }
    Selection selection = map.selection;
    selection.limit = map.request.most_tiles;
    const Flame drawn = flame(profile, selection,
                              {.bottom_up = map.request.of == MapOf::kCallers,
                               .merge_recursion = map.request.merge_recursion,
                               .depth = map.request.depth,
                               .least_share = map.request.least_share})
                            .value();
    size_t row = 0;
    int128 own = 0, cut = 0;
    for (const MapTile& tile : map.tiles) {
      own += tile.kind == TileKind::kSelf ? tile.area : int128{0};
      cut += tile.kind == TileKind::kCut ? tile.area : int128{0};
      if (!is_extra(tile)) {
        EXPECT_EQ(tile.node, drawn.tree.rows[row].node);
        EXPECT_EQ(told(tile.cost), told(drawn.tree.rows[row].inclusive));
        EXPECT_TRUE(tile.area == drawn.places[row].width);
        ++row;
      }
    }
    EXPECT_EQ(row, drawn.tree.rows.size());
    int128 small = drawn.small, most_own = 0;
    for (const FlamePlace& place : drawn.places) {
      small += place.small;
      most_own += place.own;
    }
    EXPECT_TRUE(cut == small);
    EXPECT_TRUE(own <= most_own) << "tiles without children show the rest";
  });
}

TEST(CostMapProperty, CostsOfFunctionsAreThoseOfTop) {
  size_t functions = 0;
  with_maps([&](const Profile& profile, const CostMap& map) {
    if (map.request.of != MapOf::kSource && map.request.of != MapOf::kObject) {
      return;
    }
    Selection selection = map.selection;
    selection.where = {};
    const Top top(profile, selection);
    EXPECT_EQ(told(map.totals), told(top.totals()));
    for (const MapTile& tile : map.tiles) {
      if (tile.kind == TileKind::kFunction) {
        ++functions;
        const TopRow row = top.row(top.rank_of(*tile.node).value());
        EXPECT_EQ(told(tile.cost), told(row.self));
        EXPECT_EQ(tile.name.file, row.name.file);
        EXPECT_EQ(tile.calls.has_value(), row.calls.has_value());
      }
    }
    bool has_negative = false;
    for (size_t rank = 0; rank < top.row_count(); ++rank) {
      has_negative = has_negative || lower_of(top.row(rank).self.front()) < 0;
    }
    if (!map.is_peak && !has_negative) {
      EXPECT_TRUE(map.rest == 0);
      EXPECT_EQ(map.squeezed, 0U);
    }
  });
  EXPECT_GT(functions, 200U);
}

TEST(CostMapProperty, CostsOfFilesAreThoseOfGroups) {
  size_t files = 0;
  with_maps([&](const Profile& profile, const CostMap& map) {
    if (map.request.of != MapOf::kSource) {
      return;
    }
    Selection selection = map.selection;
    selection.where = {};
    selection.group_by = GroupBy::kFile;
    const Top top(profile, selection);
    std::map<std::string_view, std::string> costs;
    for (size_t rank = 0; rank < top.row_count(); ++rank) {
      costs[top.row(rank).name.name] = told(top.row(rank).self);
    }
    for (const MapTile& tile : map.tiles) {
      if (tile.kind == TileKind::kFile) {
        ++files;
        EXPECT_EQ(told(tile.cost), costs[tile.name.file]) << tile.name.file;
      }
    }
  });
  EXPECT_GT(files, 100U);
}

TEST(CostMapProperty, CostsInPartsAreThoseOfThePart) {
  size_t parts = 0, functions = 0;
  with_maps([&](const Profile& profile, const CostMap& map) {
    if (map.request.of != MapOf::kParts) {
      return;
    }
    for (const MapTile& tile : map.tiles) {
      if (!tile.node) {
        continue;
      }
      const bool is_function = tile.kind == TileKind::kFunction;
      PartSet only = PartSet::none(profile);
      only.add(PartId(*(is_function ? map.tiles[tile.parent.value()] : tile).node));
      if (is_function) {
        ++functions;
        const CostRows costs = self_costs(profile, only, shown_sums(map.selection));
        EXPECT_TRUE(lower_of(tile.cost) == costs.at(*tile.node, 0)) << told(tile.cost);
      } else {
        ++parts;
        EXPECT_EQ(told(tile.cost), told(totals(profile, only, shown_sums(map.selection))));
      }
    }
  });
  EXPECT_GT(parts, 100U);
  EXPECT_GT(functions, 100U);
}

TEST(CostMapProperty, AreasAreInProportionToWithinAPixel) {
  constexpr double kWidth = 1200, kHeight = 800;
  with_maps([](const Profile&, const CostMap& map) {
    std::vector<TileItem> items;
    for (const MapTile& tile : map.tiles) {
      items.push_back({.parent = tile.parent, .weight = tile.area});
    }
    const std::vector<TileRectangle> layout =
        tile_layout(items, {.width = kWidth, .height = kHeight, .total = map.total});
    for (size_t at = 0; at < layout.size(); ++at) {
      const double area = layout[at].width * layout[at].height;
      const double exact =
          kWidth * kHeight * (to_double(map.tiles[at].area) / std::max(1.0, to_double(map.total)));
      EXPECT_NEAR(area, exact, (layout[at].width + layout[at].height + 1) / 16) << at;
    }
  });
}

}  // namespace
}  // namespace quern
