// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/curves.h"

#include <algorithm>
#include <cstdlib>

namespace quern {

namespace {

/// Draws one arrow downwards.
class Pen {
 public:
  explicit Pen(PartPoint start) : points_({start}) {}

  /// A vertical line; one that goes on with another one makes a single curve of both.
  void line_to(int64_t y) {
    if (points_.back().y == y) {
      return;
    }
    if (is_line_) {
      points_.resize(points_.size() - 3);
    }
    const PartPoint from = points_.back();
    const int64_t third = (y - from.y) / 3;
    points_.insert(points_.end(), {{from.x, from.y + third}, {from.x, y - third}, {from.x, y}});
    is_line_ = true;
  }
  /// A curve with vertical ends. All curves of a gap have the same control heights, so two of them
  /// cross only if their ends are in different order.
  void curve_to(PartPoint to) {
    const PartPoint from = points_.back();
    if (from.x == to.x) {
      line_to(to.y);
      return;
    }
    const int64_t middle = (from.y + to.y) / 2;
    points_.insert(points_.end(), {{from.x, middle}, {to.x, middle}, to});
    is_line_ = false;
  }

  [[nodiscard]] std::vector<PartPoint> take(bool is_reversed) && {
    if (is_reversed) {
      std::ranges::reverse(points_);
    }
    return std::move(points_);
  }

 private:
  std::vector<PartPoint> points_;
  bool is_line_ = false;
};

class Drawing {
 public:
  Drawing(const Sketch& sketch, const RankPlaces& places, const Columns& columns)
      : sketch_(sketch), places_(places), columns_(columns), bands_(places.ranks.size()) {}

  ComponentDrawing run() {
    set_bands();
    draw_boxes();
    draw_clusters();
    draw_arrows();
    move_to_origin();
    return std::move(part_);
  }

 private:
  struct Band {
    int64_t half_height = 0;
    int64_t top = 0;
    int64_t bottom = 0;
    bool begins_cluster = false;
    bool ends_cluster = false;
    int64_t longest_run = 0;  ///< of arrows that arrive from above, across
  };
  struct Span {
    uint32_t first = kNobody;
    uint32_t last = 0;
  };

  [[nodiscard]] const Band& band_of(uint32_t place) const {
    return bands_[places_.places[place].rank];
  }
  [[nodiscard]] bool is_box(uint32_t place) const { return places_.places[place].box != kNobody; }

  void set_bands() {
    spans_.resize(sketch_.cluster_count);
    for (const RankPlace& place : places_.places) {
      Band& band = bands_[place.rank];
      if (place.box != kNobody) {
        band.half_height = std::max(band.half_height, sketch_.boxes[place.box].half_height);
      }
      if (place.cluster != kNobody) {
        Span& span = spans_[place.cluster];
        span = {std::min(span.first, place.rank), std::max(span.last, place.rank)};
      }
    }
    for (const Span& span : spans_) {
      bands_[span.first].begins_cluster = true;
      bands_[span.last].ends_cluster = true;
    }
    for (const Segment& segment : places_.segments) {
      int64_t& longest = bands_[places_.places[segment.lower].rank].longest_run;
      longest = std::max(longest, std::abs(lower_end(segment) - upper_end(segment)));
    }
    int64_t y = 0;
    for (size_t rank = 0; rank < bands_.size(); ++rank) {
      Band& band = bands_[rank];
      band.top = y + (rank > 0 ? gap_above(band) : 0);
      if (band.begins_cluster) {
        band.top += sketch_.gaps.cluster_top;
      }
      band.bottom = band.top + 2 * band.half_height;
      y = band.bottom + (band.ends_cluster ? sketch_.gaps.cluster_end : 0);
    }
    part_.size.y = y;
  }

  /// Arrows that run far across get some more height, so that they are not nearly horizontal.
  [[nodiscard]] int64_t gap_above(const Band& band) const {
    constexpr int64_t kFlattest = 8;
    constexpr int64_t kMost = 3;
    return std::clamp(band.longest_run / kFlattest, sketch_.gaps.ranks, kMost * sketch_.gaps.ranks);
  }

  void draw_boxes() {
    for (uint32_t box = 0; box < sketch_.boxes.size(); ++box) {
      const SketchBox& size = sketch_.boxes[box];
      const int64_t x = columns_.middles[box];
      const int64_t y = band_of(box).top + band_of(box).half_height;
      part_.boxes.push_back({.from = {x - size.half_width, y - size.half_height},
                             .to = {x + size.half_width, y + size.half_height}});
      reach(x - size.half_width);
      reach(x + size.half_width + size.loops);
    }
  }

  void draw_clusters() {
    for (uint32_t cluster = 0; cluster < sketch_.cluster_count; ++cluster) {
      const int64_t top = bands_[spans_[cluster].first].top - sketch_.gaps.cluster_top;
      const int64_t bottom = bands_[spans_[cluster].last].bottom + sketch_.gaps.cluster_end;
      part_.clusters.push_back({.from = {columns_.cluster_lefts[cluster], top},
                                .to = {columns_.cluster_rights[cluster], bottom}});
      reach(columns_.cluster_lefts[cluster]);
      reach(columns_.cluster_rights[cluster]);
    }
  }

  void draw_arrows() {
    for (const Segment& segment : places_.segments) {
      reach(upper_end(segment));
      reach(lower_end(segment));
    }
    for (size_t arrow = 0; arrow < sketch_.arrows.size(); ++arrow) {
      part_.arrows.push_back(places_.takes_detour(arrow) ? detour(arrow) : curve(arrow));
    }
  }

  [[nodiscard]] int64_t upper_end(const Segment& segment) const {
    return columns_.middles[segment.upper] + segment.upper_port;
  }
  [[nodiscard]] int64_t lower_end(const Segment& segment) const {
    return columns_.middles[segment.lower] + segment.lower_port;
  }

  [[nodiscard]] std::vector<PartPoint> curve(size_t arrow) const {
    size_t at = places_.first_segment[arrow];
    const size_t end = places_.first_segment[arrow + 1];
    const uint32_t start = places_.segments[at].upper;
    Pen pen({upper_end(places_.segments[at]), part_.boxes[start].to.y});
    pen.line_to(band_of(start).bottom);
    for (; at < end; ++at) {
      const Segment& segment = places_.segments[at];
      const Band& band = band_of(segment.lower);
      pen.curve_to({lower_end(segment), band.top});
      pen.line_to(is_box(segment.lower) ? part_.boxes[segment.lower].from.y : band.bottom);
    }
    return std::move(pen).take(sketch_.arrows[arrow].is_reversed);
  }

  /// On the right of everything.
  std::vector<PartPoint> detour(size_t arrow) {
    const uint32_t start = sketch_.upper(arrow);
    const uint32_t target = sketch_.lower(arrow);
    const auto port = [&](uint32_t box) {
      return columns_.middles[box] + sketch_.boxes[box].half_width * 3 / 4;
    };
    reach(right_ + sketch_.gaps.arrows);
    Pen pen({port(start), part_.boxes[start].to.y});
    pen.line_to(band_of(start).bottom);
    pen.curve_to({right_, bands_[places_.places[start].rank + 1].top});
    pen.line_to(bands_[places_.places[target].rank - 1].bottom);
    pen.curve_to({port(target), band_of(target).top});
    pen.line_to(part_.boxes[target].from.y);
    return std::move(pen).take(sketch_.arrows[arrow].is_reversed);
  }

  void reach(int64_t x) {
    left_ = std::min(left_, x);
    right_ = std::max(right_, x);
  }

  void move_to_origin() {
    part_.size.x = right_ - left_;
    const auto move = [&](PartPoint& point) { point.x -= left_; };
    for (std::vector<PartRectangle>* rectangles : {&part_.boxes, &part_.clusters}) {
      for (PartRectangle& each : *rectangles) {
        move(each.from);
        move(each.to);
      }
    }
    for (std::vector<PartPoint>& points : part_.arrows) {
      std::ranges::for_each(points, move);
    }
  }

  const Sketch& sketch_;
  const RankPlaces& places_;
  const Columns& columns_;
  std::vector<Band> bands_;  ///< by rank
  std::vector<Span> spans_;  ///< by cluster
  int64_t left_ = kNowhere;  ///< what has been drawn so far is between these columns
  int64_t right_ = -kNowhere;
  static constexpr int64_t kNowhere = std::numeric_limits<int64_t>::max() / 4;
  ComponentDrawing part_;
};

}  // namespace

ComponentDrawing drawn(const Sketch& sketch, const RankPlaces& places, const Columns& columns) {
  return Drawing(sketch, places, columns).run();
}

std::vector<PartPoint> loop(const PartRectangle& box, int64_t size) {
  const int64_t quarter = (box.to.y - box.from.y) / 4;
  const int64_t top = box.from.y + quarter;
  const int64_t bottom = box.to.y - quarter;
  const int64_t x = box.to.x;
  return {{x, top}, {x + size, top}, {x + size, bottom}, {x, bottom}};
}

}  // namespace quern
