// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/rings.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "quern/drawing/layers/ring_places.h"
#include "quern/drawing/layers/turns.h"

namespace quern {

namespace {

/// A place in the gap between two rings.
struct RingPoint {
  int64_t radius = 0;
  int64_t angle = 0;
};

PartPoint plain(PartPoint on_rings) {
  return {.x = on_rings.x, .y = on_rings.y / kRingStretch};
}

PartPoint point_of(RingPoint place) {
  return plain(on_circle(place.radius, place.angle));
}

/// From one place to another one in a gap: it begins and ends in line with the center. `rise`: how
/// far outwards the way between two places of the same ring leads.
class Spiral {
 public:
  Spiral(RingPoint from, RingPoint to, int64_t rise)
      : from_(from), to_(to), way_(shorter_way(to.angle - from.angle)), rise_(rise) {}

  /// Without its first point, as a chain of curves. These are so short that none leaves the gap.
  void append_to(std::vector<PartPoint>& points) const {
    const int64_t gap =
        std::max<int64_t>(1, rise_ > 0 ? rise_ : std::abs(to_.radius - from_.radius));
    const int64_t far = std::max(from_.radius, to_.radius) + rise_;
    // A chord is as far from its arc as an eighth of the arc times its angle. The longest step is
    // one and a half times as long as the mean one. A tenth of the gap is near enough.
    const int64_t arc = arc_length(far, std::abs(way_));
    const int64_t steps = square_root((5 * arc / gap + 1) * (arc / far + 1));
    for (int64_t step = 0; step < steps; ++step) {
      append_step(step, steps, points);
    }
  }

 private:
  static constexpr int64_t kFine = int64_t{1} << 20;

  /// Each is of t, from 0 to 1, in parts of kFine: the part of the angle, and of the radius.
  static int64_t turned(int64_t t) { return scaled(scaled(t, t, kFine), 3 * kFine - 2 * t, kFine); }
  static int64_t turns_by(int64_t t) { return 6 * scaled(t, kFine - t, kFine); }
  [[nodiscard]] int64_t radius(int64_t t) const {
    const int64_t half = scaled(t, kFine - t, kFine);
    return rise_ > 0
               ? from_.radius + scaled(rise_, 4 * half, kFine)
               : from_.radius + scaled(to_.radius - from_.radius,
                                       3 * half / 2 + scaled(scaled(t, t, kFine), t, kFine), kFine);
  }
  [[nodiscard]] int64_t radius_by(int64_t t) const {
    return rise_ > 0 ? scaled(rise_, 4 * (kFine - 2 * t), kFine)
                     : scaled(to_.radius - from_.radius,
                              (3 * kFine - 6 * t) / 2 + 3 * scaled(t, t, kFine), kFine);
  }
  [[nodiscard]] int64_t angle(int64_t t) const {
    return from_.angle + scaled(way_, turned(t), kFine);
  }

  /// The point at t, moved along the curve by a part of t.
  [[nodiscard]] PartPoint moved(int64_t t, int64_t by) const {
    const int64_t at = angle(t);
    const PartPoint out = on_circle(radius(t) + scaled(radius_by(t), by, kFine), at);
    const int64_t along =
        scaled(arc_length(radius(t), scaled(way_, turns_by(t), kFine)), by, kFine);
    const PartPoint aside = on_circle(along, at + kTurn / 4);
    return plain({.x = out.x + aside.x, .y = out.y + aside.y});
  }

  void append_step(int64_t step, int64_t steps, std::vector<PartPoint>& points) const {
    const int64_t begin = kFine * step / steps;
    const int64_t end = kFine * (step + 1) / steps;
    const int64_t third = (end - begin) / 3;
    points.push_back(moved(begin, third));
    points.push_back(moved(end, -third));
    points.push_back(step + 1 < steps ? moved(end, 0) : point_of(to_));
  }

  RingPoint from_;
  RingPoint to_;
  int64_t way_;
  int64_t rise_;
};

class RingDrawing {
 public:
  RingDrawing(const Sketch& sketch, uint32_t center)
      : sketch_(sketch), places_(ring_places(sketch, center)), ports_(2 * sketch.arrows.size()) {}

  ComponentDrawing run() {
    for (uint32_t box = 0; box < sketch_.boxes.size(); ++box) {
      const SketchBox& size = sketch_.boxes[box];
      const PartPoint middle = point_of({ring_of(box).radius, places_.angles[box]});
      part_.boxes.push_back({.from = {middle.x - size.half_width, middle.y - size.half_height},
                             .to = {middle.x + size.half_width, middle.y + size.half_height}});
    }
    spread_ports();
    for (uint32_t arrow = 0; arrow < sketch_.arrows.size(); ++arrow) {
      part_.arrows.push_back(curve(arrow));
    }
    move_to_origin();
    return std::move(part_);
  }

 private:
  [[nodiscard]] uint32_t end_of(uint32_t arrow, bool is_target) const {
    return is_target ? sketch_.arrows[arrow].to : sketch_.arrows[arrow].from;
  }
  [[nodiscard]] const Ring& ring_of(uint32_t box) const {
    return places_.rings[places_.ring_of[box]];
  }
  /// Whether an arrow meets the box at this end from the middle.
  [[nodiscard]] bool is_outer_end(uint32_t arrow, bool is_target) const {
    return places_.ring_of[end_of(arrow, is_target)] > places_.ring_of[end_of(arrow, !is_target)];
  }

  /// Arrows at one side of a box leave it in the order of their other ends, in its sector.
  void spread_ports() {
    struct End {
      uint32_t box;
      bool is_inside;
      int64_t way;
      uint32_t arrow;
      bool is_target;
    };
    std::vector<End> ends;
    for (uint32_t arrow = 0; arrow < sketch_.arrows.size(); ++arrow) {
      for (const bool is_target : {false, true}) {
        const uint32_t box = end_of(arrow, is_target);
        const uint32_t other = end_of(arrow, !is_target);
        if (places_.ring_of[box] > 0) {
          const int64_t way = places_.ring_of[other] == 0
                                  ? 0
                                  : shorter_way(places_.angles[other] - places_.angles[box]);
          ends.push_back({box, is_outer_end(arrow, is_target), way, arrow, is_target});
        }
      }
    }
    const auto side = [](const End& end) { return std::pair(end.box, end.is_inside); };
    std::ranges::sort(ends, {}, [&](const End& end) {
      return std::tuple(end.box, end.is_inside, end.way, end.arrow, end.is_target);
    });
    for (auto first = ends.begin(); first != ends.end();) {
      const auto last = std::find_if(first, ends.end(),
                                     [&](const End& end) { return side(end) != side(*first); });
      const Ring& ring = ring_of(first->box);
      const int64_t half = half_angle(sketch_.boxes[first->box].half_height, ring.radius);
      const int64_t count = last - first;
      for (int64_t at = 0; first != last; ++first, ++at) {
        ports_[2 * first->arrow + (first->is_target ? 1 : 0)] =
            places_.angles[first->box] + half * (2 * at + 1 - count) / count;
      }
    }
  }

  /// Where an arrow enters the gap between rings at one of its ends.
  [[nodiscard]] RingPoint gap_point(uint32_t arrow, bool is_target) const {
    const Ring& ring = ring_of(end_of(arrow, is_target));
    const bool is_center = ring.radius == 0;
    return {.radius = is_outer_end(arrow, is_target) ? ring.inner() : ring.outer(),
            .angle = ports_[2 * arrow + ((is_target != is_center) ? 1 : 0)]};
  }

  /// Where the line from the middle of a box to a point leaves the box.
  [[nodiscard]] PartPoint border(uint32_t box, PartPoint to) const {
    const SketchBox& size = sketch_.boxes[box];
    const PartPoint middle = {part_.boxes[box].from.x + size.half_width,
                              part_.boxes[box].from.y + size.half_height};
    const PartPoint way = {to.x - middle.x, to.y - middle.y};
    const bool is_side =
        way.x != 0 && size.half_width * std::abs(way.y) <= size.half_height * std::abs(way.x);
    if (is_side) {
      return {.x = middle.x + (way.x > 0 ? size.half_width : -size.half_width),
              .y = middle.y + scaled(way.y, size.half_width, std::abs(way.x))};
    }
    const int64_t along = way.y < 0 ? -size.half_height : size.half_height;
    return {.x = middle.x + (way.y == 0 ? 0 : scaled(way.x, size.half_height, std::abs(way.y))),
            .y = middle.y + along};
  }

  /// From a place in a gap to the border of a box, in the sector of the box.
  void append_end(RingPoint from, uint32_t box, std::vector<PartPoint>& points) const {
    const PartPoint start = point_of(from);
    const PartPoint end = border(box, start);
    const int64_t third = (ring_of(box).radius - from.radius) / 3;
    points.push_back(point_of({from.radius + third, from.angle}));
    points.push_back({end.x + (start.x - end.x) / 3, end.y + (start.y - end.y) / 3});
    points.push_back(end);
  }

  [[nodiscard]] std::vector<PartPoint> curve(uint32_t arrow) const {
    const RingPoint from = gap_point(arrow, false);
    const RingPoint to = gap_point(arrow, true);
    const bool is_level = from.radius == to.radius;
    std::vector<PartPoint> points = {point_of(from)};
    append_end(from, end_of(arrow, false), points);
    std::ranges::reverse(points);
    Spiral(from, to, is_level ? places_.gap / 2 : 0).append_to(points);
    append_end(to, end_of(arrow, true), points);
    return points;
  }

  void move_to_origin() {
    constexpr int64_t kFar = std::numeric_limits<int64_t>::max() / 4;
    PartPoint least = {kFar, kFar};
    PartPoint most = {-kFar, -kFar};
    const auto each_point = [&](const auto& use) {
      for (PartRectangle& box : part_.boxes) {
        use(box.from);
        use(box.to);
      }
      for (std::vector<PartPoint>& points : part_.arrows) {
        std::ranges::for_each(points, use);
      }
    };
    const auto reach = [&](const PartPoint& point) {
      least = {std::min(least.x, point.x), std::min(least.y, point.y)};
      most = {std::max(most.x, point.x), std::max(most.y, point.y)};
    };
    each_point(reach);
    for (size_t box = 0; box < part_.boxes.size(); ++box) {
      reach({part_.boxes[box].to.x + sketch_.boxes[box].loops, part_.boxes[box].to.y});
    }
    each_point([&](PartPoint& point) { point = {point.x - least.x, point.y - least.y}; });
    part_.size = {most.x - least.x, most.y - least.y};
  }

  const Sketch& sketch_;
  RingPlaces places_;
  std::vector<int64_t> ports_;  ///< by arrow and end: the angle where it enters the gap
  ComponentDrawing part_;
};

}  // namespace

ComponentDrawing drawn_in_rings(const Sketch& sketch, uint32_t center) {
  return RingDrawing(sketch, center).run();
}

}  // namespace quern
