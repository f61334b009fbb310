// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/ranks.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "quern/drawing/layers/ties.h"

namespace quern {

namespace {

/// A depth-first search that follows heavy arrows first. An arrow to a box on the current path
/// closes a cycle, and is reversed. It is rarely a heavy one, since these become part of the path.
class CycleSearch {
 public:
  explicit CycleSearch(Sketch& sketch)
      : sketch_(sketch), outgoing_(sketch.boxes.size()), states_(sketch.boxes.size()) {
    for (uint32_t arrow = 0; arrow < sketch.arrows.size(); ++arrow) {
      outgoing_[sketch.arrows[arrow].from].push_back(arrow);
    }
    for (std::vector<uint32_t>& arrows : outgoing_) {
      std::ranges::sort(arrows, {}, [&](uint32_t arrow) {
        return std::pair(-sketch.arrows[arrow].weight, arrow);
      });
    }
  }

  void run() {
    for (const uint32_t box : starts()) {
      if (states_[box] == State::kNew) {
        search(box);
      }
    }
  }

 private:
  enum class State : uint8_t { kNew, kOnPath, kDone };

  /// Boxes that no arrow leads to; then others, those with more outgoing than incoming weight
  /// first.
  [[nodiscard]] std::vector<uint32_t> starts() const {
    std::vector<int64_t> balance(sketch_.boxes.size());
    std::vector<uint8_t> is_target(sketch_.boxes.size());
    for (const SketchArrow& arrow : sketch_.arrows) {
      balance[arrow.from] -= arrow.weight;
      balance[arrow.to] += arrow.weight;
      is_target[arrow.to] = 1;
    }
    return indices_by(balance.size(),
                      [&](uint32_t box) { return std::pair(is_target[box], balance[box]); });
  }

  void search(uint32_t start) {
    struct Step {
      uint32_t box;
      size_t next;
    };
    std::vector<Step> path = {{start, 0}};
    states_[start] = State::kOnPath;
    while (!path.empty()) {
      Step& step = path.back();
      if (step.next == outgoing_[step.box].size()) {
        states_[step.box] = State::kDone;
        path.pop_back();
        continue;
      }
      SketchArrow& arrow = sketch_.arrows[outgoing_[step.box][step.next++]];
      arrow.is_reversed = states_[arrow.to] == State::kOnPath;
      if (states_[arrow.to] == State::kNew) {
        states_[arrow.to] = State::kOnPath;
        path.push_back({arrow.to, 0});
      }
    }
  }

  Sketch& sketch_;
  std::vector<std::vector<uint32_t>> outgoing_;  ///< by box, heaviest first
  std::vector<State> states_;
};

/// How many places may be added to those of boxes, for arrows and again for clusters. Call graphs
/// of some hundred functions need less.
size_t most_places(const Sketch& sketch) {
  return 2000 + 8 * (sketch.boxes.size() + sketch.arrows.size());
}

/// By arrow: whether it gets no places, because shorter arrows need all that are allowed.
std::vector<bool> too_long(const Sketch& sketch, const std::vector<uint32_t>& ranks) {
  const auto length = [&](uint32_t arrow) {
    return ranks[sketch.lower(arrow)] - ranks[sketch.upper(arrow)];
  };
  size_t left = most_places(sketch);
  std::vector<bool> too_long(sketch.arrows.size());
  for (const uint32_t arrow : indices_by(too_long.size(), length)) {
    const size_t needed = length(arrow) - 1;
    too_long[arrow] = needed > left;
    left -= std::min(left, needed);
  }
  return too_long;
}

void add_place(RankPlaces& places, RankPlace place) {
  places.ranks[place.rank].push_back(static_cast<uint32_t>(places.places.size()));
  places.places.push_back(place);
}

/// A cluster keeps a place in each rank between its first and last, so that nothing gets into it.
void add_cluster_places(const Sketch& sketch, RankPlaces& places) {
  std::vector<std::vector<uint32_t>> ranks(sketch.cluster_count);
  for (const RankPlace& place : places.places) {
    if (place.cluster != kNobody) {
      ranks[place.cluster].push_back(place.rank);
    }
  }
  for (uint32_t cluster = 0; cluster < sketch.cluster_count; ++cluster) {
    std::vector<uint32_t>& own = ranks[cluster];
    std::ranges::sort(own);
    for (size_t at = 1; at < own.size(); ++at) {
      for (uint32_t rank = own[at - 1] + 1; rank < own[at]; ++rank) {
        add_place(places, {.rank = rank, .box = kNobody, .cluster = cluster});
      }
    }
  }
}

/// Whether clusters extend over so many ranks that their places would exceed the limit.
bool are_clusters_too_high(const Sketch& sketch, const std::vector<uint32_t>& ranks) {
  std::vector<uint32_t> tops(sketch.cluster_count, kNobody);
  std::vector<uint32_t> bottoms(sketch.cluster_count);
  for (uint32_t box = 0; box < ranks.size(); ++box) {
    if (const uint32_t cluster = sketch.boxes[box].cluster; cluster != kNobody) {
      tops[cluster] = std::min(tops[cluster], ranks[box]);
      bottoms[cluster] = std::max(bottoms[cluster], ranks[box]);
    }
  }
  size_t height = 0;
  for (uint32_t cluster = 0; cluster < sketch.cluster_count; ++cluster) {
    height += bottoms[cluster] - tops[cluster];
  }
  return height > most_places(sketch);
}

/// Changes the ranks so that each cluster, and each box outside, has its ranks for itself. Clusters
/// need no additional places then. More arrows point upwards.
void stack_clusters(Sketch& sketch, std::vector<uint32_t>& ranks) {
  const auto count = static_cast<uint32_t>(ranks.size());
  std::vector<uint32_t> tops(size_t{sketch.cluster_count} + count, kNobody);
  const auto group = [&](uint32_t box) {
    const uint32_t cluster = sketch.boxes[box].cluster;
    return cluster != kNobody ? cluster : sketch.cluster_count + box;
  };
  for (uint32_t box = 0; box < count; ++box) {
    tops[group(box)] = std::min(tops[group(box)], ranks[box]);
  }
  const auto key = [&](uint32_t box) {
    return std::tuple(tops[group(box)], group(box), ranks[box]);
  };
  const std::vector<uint32_t> boxes = indices_by(count, key);
  std::vector<uint32_t> stacked(count);
  for (uint32_t at = 1; at < count; ++at) {
    stacked[boxes[at]] = stacked[boxes[at - 1]] + (key(boxes[at]) != key(boxes[at - 1]) ? 1 : 0);
  }
  ranks = std::move(stacked);
  for (SketchArrow& arrow : sketch.arrows) {
    arrow.is_reversed = ranks[arrow.from] > ranks[arrow.to];
  }
}

}  // namespace

std::vector<uint32_t> rank_boxes(Sketch& sketch) {
  CycleSearch(sketch).run();
  std::vector<Tie> ties;
  ties.reserve(sketch.arrows.size());
  for (size_t arrow = 0; arrow < sketch.arrows.size(); ++arrow) {
    ties.push_back({.from = sketch.upper(arrow),
                    .to = sketch.lower(arrow),
                    .length = 1,
                    .pull = sketch.arrows[arrow].weight,
                    .push = kRigid});
  }
  const std::vector<int64_t> positions = settled(sketch.boxes.size(), ties);
  const int64_t first = positions.empty() ? 0 : std::ranges::min(positions);
  std::vector<uint32_t> ranks;
  ranks.reserve(positions.size());
  for (const int64_t position : positions) {
    ranks.push_back(static_cast<uint32_t>(position - first));
  }
  if (are_clusters_too_high(sketch, ranks)) {
    stack_clusters(sketch, ranks);
  }
  return ranks;
}

RankPlaces placed(const Sketch& sketch, const std::vector<uint32_t>& ranks) {
  RankPlaces places;
  places.ranks.resize(ranks.empty() ? 0 : size_t{1} + std::ranges::max(ranks));
  for (uint32_t box = 0; box < sketch.boxes.size(); ++box) {
    add_place(places, {.rank = ranks[box], .box = box, .cluster = sketch.boxes[box].cluster});
  }
  const std::vector<bool> skipped = too_long(sketch, ranks);
  for (size_t arrow = 0; arrow < sketch.arrows.size(); ++arrow) {
    places.first_segment.push_back(places.segments.size());
    if (skipped[arrow]) {
      continue;
    }
    uint32_t upper = sketch.upper(arrow);
    const uint32_t last = sketch.lower(arrow);
    const uint32_t cluster = sketch.boxes[upper].cluster;
    const bool is_inside = cluster == sketch.boxes[last].cluster;
    for (uint32_t rank = ranks[upper] + 1; rank < ranks[last]; ++rank) {
      const auto next = static_cast<uint32_t>(places.places.size());
      add_place(places, {.rank = rank, .box = kNobody, .cluster = is_inside ? cluster : kNobody});
      places.segments.push_back({.upper = upper, .lower = next});
      upper = next;
    }
    places.segments.push_back({.upper = upper, .lower = last});
  }
  places.first_segment.push_back(places.segments.size());
  add_cluster_places(sketch, places);
  return places;
}

}  // namespace quern
