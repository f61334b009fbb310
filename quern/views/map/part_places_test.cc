// SPDX-License-Identifier: MIT
#include "quern/views/map/part_places.h"

#include "quern/views/map/test_support.h"

namespace quern {
namespace {

constexpr std::string_view kThreadParts =
    "version: 1\nevents: Ir\npart: 1\nthread: 1\nfn=a\n1 10\n"
    "\nevents: Ir\npart: 2\nthread: 1\nfn=a\n1 20\n"
    "\nevents: Ir\npart: 3\nthread: 2\nfn=a\n1 40\n"
    "\nevents: Ir\npart: 4\nfn=b\n1 1\n";

TEST(PartMap, NestsPartsWithinThreads) {
  const auto profile = read_text(kThreadParts);
  const CostMap map = map_of(*profile, {.of = MapOf::kParts});
  EXPECT_EQ(told_tiles(map),
            "thread 2 40\n a 40\nthread 1 30\n part 2 20\n  a 20\n part 1 10\n  a 10\n? 1\n b 1\n");
  EXPECT_EQ(map.tiles[0].node, 2U);
  EXPECT_FALSE(map.tiles[2].node);
  EXPECT_EQ(map.tiles[3].node, 1U);
}

TEST(PartMap, HasNoTileForTheOnlyThread) {
  const auto profile = read_text(kThreadParts);
  const CostMap map = map_of(*profile, {.of = MapOf::kParts}, {.threads = "1"});
  EXPECT_EQ(told_tiles(map), "part 2 20\n a 20\npart 1 10\n a 10\n");
  EXPECT_EQ(map.total, 30);
}

TEST(PartMap, HasFunctionsWithTheirSelfCostsInEachPart) {
  const auto profile = read_text(
      "version: 1\nevents: Ir Dr\npart: 1\nfn=a\n1 10 1\ncfn=b\ncalls=1 0\n1 30 1\nfn=b\n1 20\n2 "
      "10\n"
      "\nevents: Dr Ir\npart: 2\nfn=c\n1 1 5\nfn=b\n1 0 4\n");
  const MapRequest request{.of = MapOf::kParts};
  EXPECT_EQ(told_tiles(map_of(*profile, request)),
            "part 1 40\n b 30\n a 10\npart 2 9\n c 5\n b 4\n");
  EXPECT_EQ(told_tiles(map_of(*profile, request, {.events = {"Dr"}})),
            "part 1 1\n a 1\npart 2 1\n c 1\n");
  const CostMap queried = map_of(*profile, request, {.where = "name = b"});
  EXPECT_EQ(told_tiles(queried), "part 1 40\n b 30\n (cut 1) 10\npart 2 9\n b 4\n (cut 1) 5\n");
  EXPECT_EQ(queried.left_out, 2U);
  expect_sound(queried);
}

TEST(PartMap, NestsThreadsWithinProcesses) {
  const auto profile = read_text(
      "version: 1\nevents: Ir\npid: 7\npart: 1\nthread: 1\nfn=a\n1 10\n"
      "\nevents: Ir\npid: 7\npart: 1\nthread: 2\nfn=a\n1 20\n"
      "\nevents: Ir\npid: 8\npart: 1\nthread: 1\nfn=a\n1 40\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kParts})),
            "process 8 40\n a 40\nprocess 7 30\n thread 2 20\n  a 20\n thread 1 10\n  a 10\n");
}

TEST(PartMap, KnowsTheProcessOfLaterPartsByTheFirst) {
  const auto profile = read_text(
      "version: 1\nevents: Ir\npid: 7\npart: 1\nfn=a\n1 10\n"
      "\nevents: Ir\npart: 2\nfn=a\n1 20\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kParts})),
            "part 2 20\n a 20\npart 1 10\n a 10\n");
  const auto both = read_text(
      "version: 1\nevents: Ir\npid: 7\npart: 1\nfn=a\n1 10\n"
      "\nevents: Ir\npart: 2\nfn=a\n1 20\n"
      "\nevents: Ir\npid: 8\npart: 3\nfn=a\n1 1\n"
      "\nevents: Ir\npart: 4\nfn=a\n1 2\n");
  EXPECT_EQ(told_tiles(map_of(*both, {.of = MapOf::kParts})),
            "process 7 30\n part 2 20\n  a 20\n part 1 10\n  a 10\nprocess 8 3\n part 4 2\n  a 2\n "
            "part 3 1\n  a 1\n");
}

}  // namespace
}  // namespace quern
