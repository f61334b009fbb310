// SPDX-License-Identifier: MIT
//
// Places of frames: the children of a frame share its width, side by side. Inclusive costs
// of children can exceed what their parent has left, in profiles that contradict themselves or
// overlap; they are then squeezed in proportion, and squeezed frames are counted. All numbers are
// integers, so frames never overlap by rounding.
#include "quern/views/trees/flame_layout.h"

#include <algorithm>

#include "quern/base/rule_of_three.h"

namespace quern {

namespace {

/// Lays the children of a frame beside each other, in less than they cost where there is no room.
class Bench {
 public:
  /// `cost` is drawn `width` wide, and `self` of it is no child's.
  Bench(int128 x, int128 width, int128 cost, int128 self)
      : x_(x), room_(width - rule_of_three(std::clamp<int128>(self, 0, cost), width, cost)) {}

  void expect(int128 cost) { expected_ += cost; }
  [[nodiscard]] bool is_too_short() const { return expected_ > room_; }
  /// The next from the left.
  FlamePlace place(int128 cost) {
    const int128 left = at(taken_);
    taken_ += cost;
    return {.x = x_ + left, .width = at(taken_) - left, .small = 0, .own = 0};
  }

 private:
  [[nodiscard]] int128 at(int128 cost) const {
    // Costs of 128 bits are split with rounding.
    return is_too_short() ? std::min(room_, rule_of_three(cost, room_, expected_)) : cost;
  }

  int128 x_;
  int128 room_;
  int128 expected_ = 0;
  int128 taken_ = 0;
};

class Layout {
 public:
  explicit Layout(const FlameCosts& costs) : costs_(costs), children_(costs.rows.size()) {
    for (const FlameCosts::Row& row : costs.rows) {
      (row.parent ? children_[*row.parent] : roots_) += row.cost;
    }
  }

  /// Rows are parents first, so the place of a parent is known when its children come.
  FlameLayout run() {
    Bench roots(0, costs_.total, costs_.total, 0);
    roots.expect(roots_ + costs_.hidden);
    note(roots);
    std::vector<Bench> benches;  // by row
    benches.reserve(costs_.rows.size());
    for (const FlameCosts::Row& row : costs_.rows) {
      Bench& bench = row.parent ? benches[*row.parent] : roots;
      const FlamePlace place = bench.place(row.cost);
      layout_.places.push_back(place);
      Bench& own = benches.emplace_back(place.x, place.width, row.cost, row.kept);
      own.expect(children_[benches.size() - 1] + row.hidden);
      if (place.width == row.cost) {  // else it is squeezed itself, and that has been told
        note(own);
      }
    }
    layout_.total = costs_.total;
    tell_rests(roots, benches);
    return std::move(layout_);
  }

 private:
  void note(const Bench& bench) { layout_.squeezed += bench.is_too_short() ? size_t{1} : 0; }

  void tell_rests(Bench& roots, std::vector<Bench>& benches) {
    layout_.small = roots.place(costs_.hidden).width;
    layout_.rest = costs_.total - layout_.small;
    for (size_t at = 0; at < benches.size(); ++at) {
      FlamePlace& place = layout_.places[at];
      place.small = benches[at].place(costs_.rows[at].hidden).width;
      place.own += place.width - place.small;
      const std::optional<uint32_t>& parent = costs_.rows[at].parent;
      (parent ? layout_.places[*parent].own : layout_.rest) -= place.width;
    }
  }

  const FlameCosts& costs_;
  int128 roots_ = 0;
  std::vector<int128> children_;  ///< by row: what those with frames cost
  FlameLayout layout_;
};

}  // namespace

int128 drawn_cost(const std::vector<Amount>& amounts) {
  return amounts.empty() ? int128{0} : std::max<int128>(0, lower_of(amounts.front()));
}

FlameLayout laid_out(const FlameCosts& costs) {
  return Layout(costs).run();
}

}  // namespace quern
