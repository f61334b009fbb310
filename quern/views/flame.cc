// SPDX-License-Identifier: MIT
#include "quern/views/flame.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/column_costs.h"
#include "quern/base/rule_of_three.h"
#include "quern/views/columns.h"
#include "quern/views/tree_source.h"

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

int128 positive(const std::vector<Amount>& amounts) {
  return amounts.empty() ? int128{0} : std::max<int128>(0, lower_of(amounts.front()));
}

/// Bottom-up, a row's inclusive cost is its callers' alone.
int128 kept_back(const Tree& tree, const TreeRow& row) {
  return tree.request.bottom_up ? int128{0} : positive(row.self);
}

class Layout {
 public:
  explicit Layout(Flame& answer) : answer_(answer), tree_(answer.tree) {
    children_.resize(tree_.rows.size());
    for (const TreeRow& row : tree_.rows) {
      (row.parent ? children_[*row.parent] : roots_) += positive(row.inclusive);
    }
  }

  void run() {
    Bench roots(0, answer_.total, answer_.total, 0);
    roots.expect(roots_ + positive(tree_.hidden.inclusive));
    note(roots);
    std::vector<Bench> benches;  // by row
    benches.reserve(tree_.rows.size());
    for (const TreeRow& row : tree_.rows) {
      Bench& bench = row.parent ? benches[*row.parent] : roots;
      const int128 cost = positive(row.inclusive);
      const FlamePlace place = bench.place(cost);
      answer_.places.push_back(place);
      Bench& own = benches.emplace_back(place.x, place.width, cost, kept_back(tree_, row));
      own.expect(children_[benches.size() - 1] + positive(row.hidden.inclusive));
      if (place.width == cost) {  // else it is squeezed itself, and that has been told
        note(own);
      }
    }
    tell_rests(roots, benches);
  }

 private:
  void note(const Bench& bench) { answer_.squeezed += bench.is_too_short() ? size_t{1} : 0; }

  void tell_rests(Bench& roots, std::vector<Bench>& benches) {
    answer_.small = roots.place(positive(tree_.hidden.inclusive)).width;
    answer_.rest = answer_.total - answer_.small;
    for (size_t at = 0; at < benches.size(); ++at) {
      FlamePlace& place = answer_.places[at];
      place.small = benches[at].place(positive(tree_.rows[at].hidden.inclusive)).width;
      place.own += place.width - place.small;
      const std::optional<uint32_t>& parent = tree_.rows[at].parent;
      (parent ? answer_.places[*parent].own : answer_.rest) -= place.width;
    }
  }

  Flame& answer_;
  const Tree& tree_;
  int128 roots_ = 0;
  std::vector<int128> children_;  ///< by row: what those with frames cost
};

size_t least_of(size_t asked, size_t most) {
  return asked == 0 ? most : std::min(asked, most);
}

}  // namespace

Flame placed(Tree tree) {
  Flame answer{.tree = std::move(tree), .places = {}};
  if (!answer.tree.path.empty()) {
    answer.total = positive(answer.tree.path.back().inclusive);
  } else if (!answer.tree.totals.empty()) {
    answer.total = std::max<int128>(0, answer.tree.totals.front());
  }
  Layout(answer).run();
  return answer;
}

Result<Flame> flame(const Profile& profile, const Selection& selection,
                    const FlameRequest& request) {
  if (selection.columns.size() > 1) {
    return failure(several_events("a flame graph is"));
  }
  const Result<TreeGround> ground = TreeGround::make(
      profile, selection,
      {.bottom_up = request.bottom_up, .merge_recursion = request.merge_recursion});
  if (!ground) {
    return failure(ground.error());
  }
  return flame(profile, *ground, selection, request);
}

Result<Flame> flame(const Profile& profile, const TreeGround& ground, const Selection& selection,
                    const FlameRequest& request) {
  Selection asked = selection;
  asked.limit = least_of(selection.limit, Flame::kMostFrames);
  Result<Tree> grown =
      tree(ground, asked,
           {.bottom_up = request.bottom_up,
            .heaviest_path = false,
            .depth = least_of(request.depth, Flame::kMostLevels),
            .least_share = request.least_share,
            .least_part = request.least_part == 0 ? UINT64_MAX : request.least_part,
            .merge_recursion = request.merge_recursion,
            .below = request.below});
  if (!grown) {
    return failure(grown.error());
  }
  const std::vector<EventSum> sums = shown_sums(selection);
  Flame answer = placed(std::move(*grown));
  answer.is_peak = !sums.empty() && combine_of(profile, sums.front()) == Combine::kMax;
  return answer;
}

}  // namespace quern
