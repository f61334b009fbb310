// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/runs.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

constexpr uint32_t kManyRanks = 4;

/// Arrows from the first of four ranks to the last, and so many other places that runs are used.
class Routes {
 public:
  Routes() {
    places_.ranks.resize(kManyRanks);
    places_.first_segment.push_back(0);
    // Boxes of the last rank are on the right of everything else.
    for (size_t filler = 0; filler < 12000; ++filler) {
      add(kManyRanks - 1, kNobody);
    }
  }

  uint32_t add(uint32_t rank, uint32_t cluster) {
    const auto place = static_cast<uint32_t>(places_.places.size());
    const bool is_end = rank == 0 || rank == kManyRanks - 1;
    places_.places.push_back({.rank = rank, .box = is_end ? place : kNobody, .cluster = cluster});
    places_.ranks[rank].push_back(place);
    return place;
  }
  void connect(const std::vector<uint32_t>& way) {
    for (size_t at = 1; at < way.size(); ++at) {
      places_.segments.push_back({.upper = way[at - 1], .lower = way[at]});
    }
    places_.first_segment.push_back(places_.segments.size());
    sketch_.arrows.push_back({.from = way.front(), .to = way.back()});
  }
  Runs runs(uint32_t cluster_count) {
    sketch_.cluster_count = cluster_count;
    return runs_of(sketch_, places_);
  }

 private:
  Sketch sketch_;
  RankPlaces places_;
};

TEST(Runs, JoinPlacesOfALongArrow) {
  Routes routes;
  const uint32_t upper = routes.add(1, kNobody);
  const uint32_t lower = routes.add(2, kNobody);
  routes.connect({routes.add(0, kNobody), upper, lower, routes.add(3, kNobody)});
  const Runs runs = routes.runs(0);
  EXPECT_EQ(runs.run_of[upper], runs.run_of[lower]);
}

TEST(Runs, DoNotCrossEachOther) {
  Routes routes;
  const uint32_t left_above = routes.add(1, kNobody);
  const uint32_t right_above = routes.add(1, kNobody);
  const uint32_t left_below = routes.add(2, kNobody);
  const uint32_t right_below = routes.add(2, kNobody);
  routes.connect({routes.add(0, kNobody), left_above, right_below, routes.add(3, kNobody)});
  routes.connect({routes.add(0, kNobody), right_above, left_below, routes.add(3, kNobody)});
  const Runs runs = routes.runs(0);
  EXPECT_EQ(runs.run_of[left_above], runs.run_of[right_below]);
  EXPECT_NE(runs.run_of[right_above], runs.run_of[left_below]);
}

TEST(Runs, DoNotCrossACluster) {
  Routes routes;
  const uint32_t left_above = routes.add(1, kNobody);
  routes.add(1, 0);
  const uint32_t right_above = routes.add(1, kNobody);
  const uint32_t left_below = routes.add(2, kNobody);
  routes.add(2, 0);
  const uint32_t right_below = routes.add(2, kNobody);
  routes.connect({routes.add(0, kNobody), left_above, right_below, routes.add(3, kNobody)});
  EXPECT_NE(routes.runs(1).run_of[left_above], routes.runs(1).run_of[right_below]);

  routes.connect({routes.add(0, kNobody), right_above, left_below, routes.add(3, kNobody)});
  EXPECT_NE(routes.runs(1).run_of[right_above], routes.runs(1).run_of[left_below]);
}

TEST(Runs, MayPassBesideAClusterOrWithinTheirOwn) {
  Routes routes;
  const uint32_t inner_above = routes.add(1, 0);
  const uint32_t above = routes.add(1, kNobody);
  const uint32_t inner_below = routes.add(2, 0);
  const uint32_t below = routes.add(2, kNobody);
  routes.connect({routes.add(0, 0), inner_above, inner_below, routes.add(3, 0)});
  routes.connect({routes.add(0, kNobody), above, below, routes.add(3, kNobody)});
  const Runs runs = routes.runs(1);
  EXPECT_EQ(runs.run_of[inner_above], runs.run_of[inner_below]);
  EXPECT_EQ(runs.run_of[above], runs.run_of[below]);
}

}  // namespace
}  // namespace quern
