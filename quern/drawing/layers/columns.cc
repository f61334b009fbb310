// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/columns.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "quern/drawing/layers/runs.h"
#include "quern/drawing/layers/ties.h"

namespace quern {

namespace {

/// Spreads the ends of segments at one side of each box, the upper ends or the lower ones.
void spread_side(const Sketch& sketch, RankPlaces& places, const std::vector<uint32_t>& positions,
                 bool upper_ends) {
  const auto own = upper_ends ? &Segment::upper : &Segment::lower;
  const auto other = upper_ends ? &Segment::lower : &Segment::upper;
  const auto port = upper_ends ? &Segment::upper_port : &Segment::lower_port;
  std::vector<Segment>& segments = places.segments;
  const std::vector<uint32_t> order = indices_by(segments.size(), [&](uint32_t at) {
    return std::pair(segments[at].*own, positions[segments[at].*other]);
  });
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const uint32_t place = segments[order[begin]].*own;
    while (end < order.size() && segments[order[end]].*own == place) {
      ++end;
    }
    const auto spaces = static_cast<int64_t>(end - begin) - 1;
    if (places.places[place].box == kNobody || spaces == 0) {
      continue;
    }
    // At most three quarters of the side, so that ends keep off rounded corners.
    const int64_t width =
        std::min(sketch.gaps.arrows * spaces, sketch.boxes[place].half_width * 3 / 2);
    for (size_t at = begin; at < end; ++at) {
      segments[order[at]].*port = width * static_cast<int64_t>(at - begin) / spaces - width / 2;
    }
  }
}

class ColumnTies {
 public:
  ColumnTies(const Sketch& sketch, const RankPlaces& places)
      : sketch_(sketch), places_(places), runs_(runs_of(sketch, places)) {}

  Columns run() {
    tie_segments();
    for (const std::vector<uint32_t>& rank : places_.ranks) {
      tie_rank(rank);
    }
    for (uint32_t cluster = 0; cluster < sketch_.cluster_count; ++cluster) {
      ties_.push_back({.from = left(cluster),
                       .to = right(cluster),
                       .length = 0,
                       .pull = kClusterPull,
                       .push = 0});
    }
    drop_repeated();
    const std::vector<int64_t> found =
        settled(runs_.count + 2 * size_t{sketch_.cluster_count}, ties_);
    Columns columns;
    for (uint32_t cluster = 0; cluster < sketch_.cluster_count; ++cluster) {
      columns.cluster_lefts.push_back(found[left(cluster)]);
      columns.cluster_rights.push_back(found[right(cluster)]);
    }
    for (const uint32_t run : runs_.run_of) {
      columns.middles.push_back(found[run]);
    }
    return columns;
  }

 private:
  static constexpr int64_t kClusterPull = 64;  ///< clusters are narrow rather than arrows straight

  // The variables of runs are followed by two of each cluster.
  [[nodiscard]] uint32_t left(uint32_t cluster) const { return runs_.count + 2 * cluster; }
  [[nodiscard]] uint32_t right(uint32_t cluster) const { return left(cluster) + 1; }

  void tie_segments() {
    for (size_t arrow = 0; arrow < sketch_.arrows.size(); ++arrow) {
      for (size_t at = places_.first_segment[arrow]; at < places_.first_segment[arrow + 1]; ++at) {
        const Segment& segment = places_.segments[at];
        if (runs_.run_of[segment.upper] == runs_.run_of[segment.lower]) {
          continue;
        }
        const int64_t boxes = (places_.places[segment.upper].box != kNobody ? 1 : 0) +
                              (places_.places[segment.lower].box != kNobody ? 1 : 0);
        // The middle of a long arrow shows bends most.
        const int64_t stiffness = boxes == 2 ? 1 : boxes == 1 ? 2 : 8;
        const int64_t force = stiffness * sketch_.arrows[arrow].weight;
        ties_.push_back({.from = runs_.run_of[segment.upper],
                         .to = runs_.run_of[segment.lower],
                         .length = segment.upper_port - segment.lower_port,
                         .pull = force,
                         .push = force});
      }
    }
  }

  /// Room that a place needs on one side of its middle.
  [[nodiscard]] int64_t half(const RankPlace& place, bool on_the_right) const {
    if (place.box == kNobody) {
      return 0;
    }
    const SketchBox& box = sketch_.boxes[place.box];
    return box.half_width + (on_the_right ? box.loops : 0);
  }

  void keep_apart(uint32_t left, uint32_t right, int64_t distance) {
    ties_.push_back({.from = left, .to = right, .length = distance, .pull = 0, .push = kRigid});
  }

  /// Keeps neighbors in a rank apart, places as well as borders of clusters.
  void tie_rank(const std::vector<uint32_t>& rank) {
    uint32_t last = kNobody;  // the variable that the next one keeps its distance from
    uint32_t open = kNobody;  // the cluster of the last place
    int64_t half_of_last = 0;
    bool was_solid = false;  // a box or the border of a cluster
    for (const uint32_t place : rank) {
      const uint32_t run = runs_.run_of[place];
      const RankPlace& next = places_.places[place];
      if (open != kNobody && next.cluster != open) {
        keep_apart(last, right(open), half_of_last + sketch_.gaps.cluster_end);
        last = right(open);
        half_of_last = 0;
        was_solid = true;
      }
      const bool opens = next.cluster != kNobody && next.cluster != open;
      const bool is_box = next.box != kNobody;
      const int64_t gap = half_of_last + (was_solid && (is_box || opens) ? sketch_.gaps.boxes
                                                                         : sketch_.gaps.arrows);
      if (opens && last != kNobody) {
        keep_apart(last, left(next.cluster), gap);
      }
      if (opens) {
        keep_apart(left(next.cluster), run, sketch_.gaps.cluster_left + half(next, false));
      } else if (last != kNobody) {
        keep_apart(last, run, gap + half(next, false));
      }
      open = next.cluster;
      last = run;
      half_of_last = half(next, true);
      was_solid = is_box;
    }
    if (open != kNobody) {
      keep_apart(last, right(open), half_of_last + sketch_.gaps.cluster_end);
    }
  }

  /// Of distances between the same two variables in several ranks, the longest is enough.
  void drop_repeated() {
    std::ranges::sort(ties_, {}, [](const Tie& tie) {
      return std::tuple(tie.from, tie.to, tie.push, -tie.length, tie.pull);
    });
    const auto repeated = std::ranges::unique(ties_, [](const Tie& one, const Tie& other) {
      return one.push == kRigid && other.push == kRigid && one.from == other.from &&
             one.to == other.to;
    });
    ties_.erase(repeated.begin(), repeated.end());
  }

  const Sketch& sketch_;
  const RankPlaces& places_;
  Runs runs_;
  std::vector<Tie> ties_;
};

}  // namespace

void spread_ports(const Sketch& sketch, RankPlaces& places) {
  std::vector<uint32_t> positions(places.places.size());
  for (const std::vector<uint32_t>& rank : places.ranks) {
    for (uint32_t at = 0; at < rank.size(); ++at) {
      positions[rank[at]] = at;
    }
  }
  spread_side(sketch, places, positions, true);
  spread_side(sketch, places, positions, false);
}

Columns columns_of(const Sketch& sketch, const RankPlaces& places) {
  return ColumnTies(sketch, places).run();
}

}  // namespace quern
