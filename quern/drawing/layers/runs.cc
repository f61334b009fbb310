// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/runs.h"

#include <iterator>
#include <map>
#include <utility>

namespace quern {

namespace {

/// Lines between two adjacent ranks that do not cross each other.
class Lines {
 public:
  /// Adds a line unless it crosses one that is there.
  bool add(uint32_t upper, uint32_t lower) {
    const auto next = lines_.lower_bound(upper);
    if ((next != lines_.end() && next->second <= lower) ||
        (next != lines_.begin() && std::prev(next)->second >= lower)) {
      return false;
    }
    lines_.emplace_hint(next, upper, lower);
    return true;
  }

 private:
  std::map<uint32_t, uint32_t> lines_;
};

/// Positions in a rank are multiplied by 3 here, so that borders of clusters have their own.
constexpr uint32_t kLeftBorder = 0;
constexpr uint32_t kMiddle = 1;
constexpr uint32_t kRightBorder = 2;

struct ClusterEnds {
  uint32_t rank = kNobody;
  uint32_t left = 0;
  uint32_t right = 0;
};

/// By rank: lines of the borders of clusters that continue from the rank above.
std::vector<Lines> borders(const Sketch& sketch, const RankPlaces& places) {
  std::vector<Lines> lines(places.ranks.size());
  std::vector<ClusterEnds> above(sketch.cluster_count);
  std::vector<ClusterEnds> here(sketch.cluster_count);
  for (uint32_t rank = 0; rank < places.ranks.size(); ++rank) {
    const std::vector<uint32_t>& own = places.ranks[rank];
    for (uint32_t at = 0; at < own.size(); ++at) {
      const uint32_t cluster = places.places[own[at]].cluster;
      if (cluster == kNobody) {
        continue;
      }
      ClusterEnds& ends = here[cluster];
      if (ends.rank != rank) {
        above[cluster] = ends;
        ends = {.rank = rank, .left = 3 * at + kLeftBorder, .right = 0};
      }
      ends.right = 3 * at + kRightBorder;
      const bool is_last = at + 1 == own.size() || places.places[own[at + 1]].cluster != cluster;
      if (is_last && rank > 0 && above[cluster].rank == rank - 1) {
        lines[rank].add(above[cluster].left, ends.left);
        lines[rank].add(above[cluster].right, ends.right);
      }
    }
  }
  return lines;
}

/// A graph with this many places has runs of two places. Smaller graphs have none, since bends make
/// a drawing narrower and cost little time there.
constexpr size_t kPlacesForRuns = 4000;

}  // namespace

Runs runs_of(const Sketch& sketch, const RankPlaces& places) {
  std::vector<uint32_t> position(places.places.size());
  for (const std::vector<uint32_t>& rank : places.ranks) {
    for (uint32_t at = 0; at < rank.size(); ++at) {
      position[rank[at]] = 3 * at + kMiddle;
    }
  }
  // Heavy arrows choose first; among equal ones, long arrows do.
  const std::vector<uint32_t> arrows = indices_by(sketch.arrows.size(), [&](uint32_t arrow) {
    return std::pair(
        -sketch.arrows[arrow].weight,
        -static_cast<int64_t>(places.first_segment[arrow + 1] - places.first_segment[arrow]));
  });
  const size_t longest = 1 + places.places.size() / kPlacesForRuns;
  std::vector<Lines> lines = borders(sketch, places);
  Runs runs = {.count = 0, .run_of = std::vector<uint32_t>(places.places.size(), kNobody)};
  for (const uint32_t arrow : arrows) {
    size_t length = 0;
    for (size_t at = places.first_segment[arrow]; at < places.first_segment[arrow + 1]; ++at) {
      const uint32_t upper = places.segments[at].upper;
      const uint32_t lower = places.segments[at].lower;
      if (places.places[lower].box != kNobody) {
        continue;
      }
      const bool goes_on = length > 0 && length < longest &&
                           lines[places.places[lower].rank].add(position[upper], position[lower]);
      length = goes_on ? length + 1 : 1;
      runs.run_of[lower] = goes_on ? runs.run_of[upper] : runs.count++;
    }
  }
  for (uint32_t& run : runs.run_of) {
    run = run == kNobody ? runs.count++ : run;
  }
  return runs;
}

}  // namespace quern
