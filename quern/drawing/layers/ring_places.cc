// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/ring_places.h"

#include <deque>

#include "quern/drawing/layers/order.h"
#include "quern/drawing/layers/turns.h"

namespace quern {

namespace {

/// Which boxes arrows lead to from each box, and come from.
struct RingNeighbors {
  explicit RingNeighbors(const Sketch& sketch)
      : callees(sketch.boxes.size()), callers(sketch.boxes.size()) {
    for (const SketchArrow& arrow : sketch.arrows) {
      callees[arrow.from].push_back(arrow.to);
      callers[arrow.to].push_back(arrow.from);
    }
  }
  std::vector<std::vector<uint32_t>> callees;
  std::vector<std::vector<uint32_t>> callers;
};

/// A part of a turn that has a part of the boxes of each ring.
struct RingSector {
  int64_t start = 0;
  int64_t width = kTurn;
  int64_t direction = 1;                     ///< -1: angles fall
  std::vector<std::vector<uint32_t>> rings;  ///< boxes in order

  [[nodiscard]] int64_t angle(int64_t place) const { return start + direction * place; }
};

class RingPlacer {
 public:
  RingPlacer(const Sketch& sketch, uint32_t center)
      : sketch_(sketch),
        near_(sketch),
        center_(center != kNobody ? center : chosen_center()),
        center_is_given_(center != kNobody),
        offsets_(sketch.boxes.size()) {}

  RingPlaces run() {
    constexpr int64_t kLeastGap = 64;  // a narrow gap would need many curves for an arc
    places_.ring_of = distances(center_, true, true);
    places_.gap = std::max(sketch_.gaps.ranks, kLeastGap);
    places_.angles.resize(sketch_.boxes.size());
    const uint32_t last = *std::ranges::max_element(places_.ring_of);
    places_.rings.resize(size_t{last} + 1);
    choose_sectors();
    order_sectors();
    choose_radii();
    count_leaves();
    for (size_t ring = 1; ring < places_.rings.size(); ++ring) {
      for (const RingSector& sector : sectors_) {
        spread(sector, ring);
      }
    }
    return std::move(places_);
  }

 private:
  /// Below a box that is not called, the first with several callees: a program's start-up code is
  /// rarely of interest. If there is none, that box.
  [[nodiscard]] uint32_t chosen_center() const {
    const auto root = std::ranges::find_if(near_.callers, &std::vector<uint32_t>::empty);
    const auto first =
        static_cast<uint32_t>(root == near_.callers.end() ? 0 : root - near_.callers.begin());
    uint32_t box = first;
    for (size_t step = 0; step < sketch_.boxes.size() && near_.callees[box].size() == 1; ++step) {
      box = near_.callees[box].front();
    }
    return near_.callees[box].size() > 1 ? box : first;
  }

  /// kNobody where no arrows lead.
  [[nodiscard]] std::vector<uint32_t> distances(uint32_t start, bool down, bool up) const {
    std::vector<uint32_t> found(sketch_.boxes.size(), kNobody);
    std::deque<uint32_t> pending = {start};
    found[start] = 0;
    const auto visit = [&](uint32_t from, const std::vector<uint32_t>& others) {
      for (const uint32_t other : others) {
        if (found[other] == kNobody) {
          found[other] = found[from] + 1;
          pending.push_back(other);
        }
      }
    };
    for (; !pending.empty(); pending.pop_front()) {
      const uint32_t box = pending.front();
      if (down) {
        visit(box, near_.callees[box]);
      }
      if (up) {
        visit(box, near_.callers[box]);
      }
    }
    return found;
  }

  template <class Use>
  void each_neighbor(uint32_t box, const Use& use) const {
    std::ranges::for_each(near_.callees[box], use);
    std::ranges::for_each(near_.callers[box], use);
  }
  [[nodiscard]] bool is_inner(uint32_t box, uint32_t other) const {
    return places_.ring_of[other] + 1 == places_.ring_of[box];
  }
  [[nodiscard]] uint32_t inner_neighbor(uint32_t box) const {
    uint32_t found = center_;
    each_neighbor(box, [&](uint32_t other) { found = is_inner(box, other) ? other : found; });
    return found;
  }

  [[nodiscard]] std::vector<uint32_t> boxes_by_ring() const {
    return indices_by(sketch_.boxes.size(), [&](uint32_t box) { return places_.ring_of[box]; });
  }

  /// Boxes that neither call the center nor are called from it are where their neighbor is.
  void choose_sectors() {
    std::vector<bool> is_above(sketch_.boxes.size());
    size_t above = 0;
    if (center_is_given_) {
      const std::vector<uint32_t> down = distances(center_, true, false);
      const std::vector<uint32_t> up = distances(center_, false, true);
      for (const uint32_t box : boxes_by_ring()) {
        is_above[box] = std::min(up[box], down[box]) == kNobody ? is_above[inner_neighbor(box)]
                                                                : up[box] < down[box];
        above += is_above[box] ? 1U : 0U;
      }
    }
    if (above == 0 || above + 1 == sketch_.boxes.size()) {
      sectors_ = {{.start = kTurn / 4 * 3, .rings = {}}};
    } else {  // both from left to right
      sectors_ = {{.start = kTurn / 2, .width = kTurn / 2, .direction = -1, .rings = {}},
                  {.start = kTurn / 2, .width = kTurn / 2, .direction = 1, .rings = {}}};
    }
    for (RingSector& sector : sectors_) {
      sector.rings.resize(places_.rings.size());
    }
    for (uint32_t box = 0; box < sketch_.boxes.size(); ++box) {
      RingSector& own = sectors_.size() > 1 && is_above[box] ? sectors_[1] : sectors_[0];
      own.rings[places_.ring_of[box]].push_back(box);
    }
  }

  /// As if rings were ranks.
  void order_sectors() {
    for (RingSector& sector : sectors_) {
      RankPlaces ranks;
      std::vector<uint32_t> boxes;
      std::vector<uint32_t> place_of(sketch_.boxes.size(), kNobody);
      for (const std::vector<uint32_t>& ring : sector.rings) {
        std::vector<uint32_t>& rank = ranks.ranks.emplace_back();
        for (const uint32_t box : ring) {
          place_of[box] = static_cast<uint32_t>(boxes.size());
          rank.push_back(place_of[box]);
          ranks.places.push_back({.rank = places_.ring_of[box], .box = place_of[box]});
          boxes.push_back(box);
        }
      }
      for (const SketchArrow& arrow : sketch_.arrows) {
        const bool goes_in = is_inner(arrow.from, arrow.to);
        const uint32_t upper = place_of[goes_in ? arrow.to : arrow.from];
        const uint32_t lower = place_of[goes_in ? arrow.from : arrow.to];
        if (upper != kNobody && lower != kNobody &&
            places_.ring_of[arrow.from] != places_.ring_of[arrow.to]) {
          ranks.segments.push_back({.upper = upper, .lower = lower});
        }
      }
      reduce_crossings(ranks, 0);
      for (size_t ring = 0; ring < sector.rings.size(); ++ring) {
        std::ranges::transform(ranks.ranks[ring], sector.rings[ring].begin(),
                               [&](uint32_t place) { return boxes[place]; });
      }
    }
  }

  /// The radius of a disc around a box and what belongs to it.
  [[nodiscard]] int64_t reach_of(uint32_t box) const {
    const SketchBox& size = sketch_.boxes[box];
    const int64_t across = size.half_width + size.loops;
    const int64_t along = kRingStretch * size.half_height;
    return square_root(across * across + along * along);
  }
  [[nodiscard]] int64_t half_sector(uint32_t box, int64_t radius) const {
    return half_angle(reach_of(box) + sketch_.gaps.boxes / 2 + 1, radius);
  }
  [[nodiscard]] bool has_room(const RingSector& sector, size_t ring, int64_t radius) const {
    int64_t taken = 0;
    for (const uint32_t box : sector.rings[ring]) {
      taken += 2 * half_sector(box, radius);
    }
    return taken <= sector.width;
  }

  void choose_radii() {
    constexpr int64_t kMargin = 8;
    for (uint32_t box = 0; box < sketch_.boxes.size(); ++box) {
      Ring& ring = places_.rings[places_.ring_of[box]];
      ring.reach = std::max(ring.reach, reach_of(box) + kMargin);
    }
    for (size_t at = 1; at < places_.rings.size(); ++at) {
      Ring& ring = places_.rings[at];
      ring.radius = std::max(places_.rings[at - 1].outer() + places_.gap + ring.reach,
                             ring.reach + sketch_.gaps.boxes);
      for (const RingSector& sector : sectors_) {
        while (!has_room(sector, at, ring.radius)) {
          ring.radius += ring.radius / 32 + 1;
        }
      }
    }
  }

  /// How many boxes further out each box leads to and nobody else before it, at least 1.
  void count_leaves() {
    leaves_.assign(sketch_.boxes.size(), 0);
    const std::vector<uint32_t> order = boxes_by_ring();
    for (size_t at = order.size(); at > 1; --at) {
      const uint32_t box = order[at - 1];
      leaves_[box] = std::max<int64_t>(leaves_[box], 1);
      leaves_[inner_neighbor(box)] += leaves_[box];
    }
  }

  /// Where each box of a ring would be best: between its inner neighbors. Boxes around the center
  /// have parts of the sector like those that are further out.
  [[nodiscard]] std::vector<int64_t> wishes(const RingSector& sector, size_t ring) const {
    const std::vector<uint32_t>& boxes = sector.rings[ring];
    std::vector<int64_t> wishes;
    int64_t all = 0;
    for (const uint32_t box : boxes) {
      all += leaves_[box];
    }
    int64_t before = 0;
    for (const uint32_t box : boxes) {
      int64_t sum = 0;
      int64_t count = 0;
      each_neighbor(box, [&](uint32_t other) {
        if (is_inner(box, other)) {
          sum += offsets_[other];
          ++count;
        }
      });
      wishes.push_back(ring > 1 ? sum / count
                                : scaled(sector.width, 2 * before + leaves_[box], 2 * all));
      before += leaves_[box];
    }
    return wishes;
  }

  /// Keeps boxes in order and within their sector, as near to their wishes as there is room.
  void spread(const RingSector& sector, size_t ring) {
    struct Block {
      int64_t sum = 0;
      int64_t count = 0;
      [[nodiscard]] int64_t mean() const { return sum / count; }
    };
    const std::vector<uint32_t>& boxes = sector.rings[ring];
    const std::vector<int64_t> best = wishes(sector, ring);
    std::vector<int64_t> middles;  // if boxes were as far to the left as possible
    std::vector<Block> blocks;
    int64_t taken = 0;
    for (size_t at = 0; at < boxes.size(); ++at) {
      const int64_t half = half_sector(boxes[at], places_.rings[ring].radius);
      middles.push_back(taken + half);
      taken += 2 * half;
      Block block{.sum = best[at] - middles.back(), .count = 1};
      while (!blocks.empty() && blocks.back().mean() >= block.mean()) {
        block = {blocks.back().sum + block.sum, blocks.back().count + block.count};
        blocks.pop_back();
      }
      blocks.push_back(block);
    }
    size_t at = 0;
    for (const Block& block : blocks) {
      const int64_t moved = std::clamp<int64_t>(block.mean(), 0, sector.width - taken);
      for (int64_t each = 0; each < block.count; ++each, ++at) {
        offsets_[boxes[at]] = middles[at] + moved;
        places_.angles[boxes[at]] = sector.angle(middles[at] + moved);
      }
    }
  }

  const Sketch& sketch_;
  RingNeighbors near_;
  uint32_t center_;
  bool center_is_given_;
  std::vector<int64_t> offsets_;  ///< by box: from the start of its sector
  std::vector<int64_t> leaves_;   ///< by box
  std::vector<RingSector> sectors_;
  RingPlaces places_;
};

}  // namespace

RingPlaces ring_places(const Sketch& sketch, uint32_t center) {
  return RingPlacer(sketch, center).run();
}

}  // namespace quern
