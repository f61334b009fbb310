// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/columns.h"

#include <algorithm>
#include <span>
#include <tuple>

#include "quern/drawing/layers/runs.h"
#include "quern/drawing/layers/ties.h"

namespace quern {

namespace {

/// Spreads the ends of segments at one side of one box.
void spread(std::span<Segment*> segments, const SketchBox& box, int64_t most_step,
            int64_t Segment::* port) {
  const auto count = static_cast<int64_t>(segments.size());
  // At most three quarters of the side, so that ends keep off rounded corners.
  const int64_t width = std::min(most_step * (count - 1), box.half_width * 3 / 2);
  for (int64_t at = 0; at < count; ++at) {
    segments[static_cast<size_t>(at)]->*port =
        count == 1 ? 0 : (2 * width * at) / (2 * (count - 1)) - width / 2;
  }
}

void spread_side(const Sketch& sketch, Places& places, std::vector<Segment*> segments,
                 const std::vector<uint32_t>& positions, bool is_below) {
  const auto own = is_below ? &Segment::upper : &Segment::lower;
  const auto other = is_below ? &Segment::lower : &Segment::upper;
  std::erase_if(segments, [&](const Segment* segment) {
    return places.places[segment->*own].box == kNobody;
  });
  std::ranges::stable_sort(segments, {}, [&](const Segment* segment) {
    return std::pair(segment->*own, positions[segment->*other]);
  });
  for (auto begin = segments.begin(), end = begin; begin != segments.end(); begin = end) {
    end = std::find_if(begin, segments.end(),
                       [&](const Segment* segment) { return segment->*own != (*begin)->*own; });
    spread({begin, end}, sketch.boxes[(*begin)->*own], sketch.gaps.arrows,
           is_below ? &Segment::upper_port : &Segment::lower_port);
  }
}

class ColumnTies {
 public:
  ColumnTies(const Sketch& sketch, const Places& places)
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
  static constexpr int64_t kClusterPull = 64;

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

  /// Room that a place needs on the right of its middle; on the left it is that without loops.
  [[nodiscard]] int64_t half(const Place& place, bool on_the_right) const {
    if (place.box == kNobody) {
      return 0;
    }
    const SketchBox& box = sketch_.boxes[place.box];
    return box.half_width + (on_the_right ? box.loops : 0);
  }

  void keep_apart(uint32_t left, uint32_t right, int64_t distance) {
    ties_.push_back({.from = left, .to = right, .length = distance, .pull = 0, .push = kRigid});
  }

  /// Goes from left to right, with the last variable that the next one must keep its distance from.
  void tie_rank(const std::vector<uint32_t>& rank) {
    uint32_t last = kNobody;
    uint32_t open = kNobody;  // the cluster of the last place
    int64_t half_of_last = 0;
    bool was_solid = false;  // a box or the border of a cluster
    for (const uint32_t place : rank) {
      const uint32_t run = runs_.run_of[place];
      const Place& next = places_.places[place];
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
    std::ranges::stable_sort(ties_, {}, [](const Tie& tie) {
      return std::tuple(tie.from, tie.to, tie.push, -tie.length);
    });
    const auto repeated = std::ranges::unique(ties_, [](const Tie& one, const Tie& other) {
      return one.push == kRigid && other.push == kRigid && one.from == other.from &&
             one.to == other.to;
    });
    ties_.erase(repeated.begin(), repeated.end());
  }

  const Sketch& sketch_;
  const Places& places_;
  Runs runs_;
  std::vector<Tie> ties_;
};

}  // namespace

void spread_ports(const Sketch& sketch, Places& places) {
  std::vector<uint32_t> positions(places.places.size());
  for (const std::vector<uint32_t>& rank : places.ranks) {
    for (uint32_t at = 0; at < rank.size(); ++at) {
      positions[rank[at]] = at;
    }
  }
  std::vector<Segment*> segments;
  segments.reserve(places.segments.size());
  for (Segment& segment : places.segments) {
    segments.push_back(&segment);
  }
  spread_side(sketch, places, segments, positions, true);
  spread_side(sketch, places, segments, positions, false);
}

Columns columns_of(const Sketch& sketch, const Places& places) {
  return ColumnTies(sketch, places).run();
}

}  // namespace quern
