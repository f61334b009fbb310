// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace quern {
namespace {

/// Two ranks of as many places each.
RankPlaces two_ranks(uint32_t width, const std::vector<std::pair<uint32_t, uint32_t>>& segments) {
  RankPlaces places;
  places.ranks.resize(2);
  for (uint32_t place = 0; place < 2 * width; ++place) {
    places.places.push_back({.rank = place / width, .box = place});
    places.ranks[place / width].push_back(place);
  }
  for (const auto& [upper, lower] : segments) {
    places.first_segment.push_back(places.segments.size());
    places.segments.push_back({.upper = upper, .lower = width + lower});
  }
  places.first_segment.push_back(places.segments.size());
  return places;
}

size_t crossings(const RankPlaces& places) {
  std::vector<size_t> at(places.places.size());
  for (const std::vector<uint32_t>& rank : places.ranks) {
    for (size_t position = 0; position < rank.size(); ++position) {
      at[rank[position]] = position;
    }
  }
  size_t count = 0;
  for (const Segment& one : places.segments) {
    for (const Segment& other : places.segments) {
      if (at[one.upper] < at[other.upper] && at[one.lower] > at[other.lower] &&
          places.places[one.upper].rank == places.places[other.upper].rank) {
        ++count;
      }
    }
  }
  return count;
}

TEST(Order, UntanglesWhatCanBe) {
  RankPlaces places = two_ranks(4, {{0, 3}, {1, 2}, {2, 1}, {3, 0}, {0, 2}, {1, 1}});
  EXPECT_GT(crossings(places), 0U);
  reduce_crossings(places, 0);
  EXPECT_EQ(crossings(places), 0U);
}

TEST(Order, LeavesTheOneCrossingOfASquare) {
  RankPlaces places = two_ranks(2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  reduce_crossings(places, 0);
  EXPECT_EQ(crossings(places), 1U);
}

TEST(Order, KeepsAllPlacesOnce) {
  RankPlaces places = two_ranks(5, {{0, 3}, {1, 2}, {2, 1}, {4, 0}});
  reduce_crossings(places, 0);
  for (std::vector<uint32_t> rank : places.ranks) {
    std::ranges::sort(rank);
    EXPECT_EQ(rank.size(), 5U);
    EXPECT_TRUE(std::ranges::adjacent_find(rank) == rank.end());
  }
}

/// Clusters of a rank in their order, each as often as it is left and entered again.
std::vector<uint32_t> clusters_of(const RankPlaces& places, const std::vector<uint32_t>& rank) {
  std::vector<uint32_t> clusters;
  uint32_t last = kNobody;
  for (const uint32_t place : rank) {
    const uint32_t own = places.places[place].cluster;
    if (own != kNobody && own != last) {
      clusters.push_back(own);
    }
    last = own;
  }
  return clusters;
}

TEST(Order, KeepsClustersTogetherAndInOneOrder) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::pair<uint32_t, uint32_t>> segments;
    for (size_t segment = 0; segment < 30; ++segment) {
      segments.emplace_back(random() % 20, random() % 20);
    }
    RankPlaces places = two_ranks(20, segments);
    for (uint32_t place = 0; place < 40; ++place) {
      places.places[place].cluster = place % 5 == 0 ? kNobody : place % 5;
    }
    reduce_crossings(places, 5);
    const std::vector<uint32_t> clusters = clusters_of(places, places.ranks[0]);
    EXPECT_EQ(clusters.size(), 4U);
    EXPECT_EQ(clusters_of(places, places.ranks[1]), clusters);
  }
}

}  // namespace
}  // namespace quern
