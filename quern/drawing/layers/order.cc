// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/order.h"

#include <deque>
#include <utility>

#include "quern/base/parallel.h"
#include "quern/drawing/layers/rank_order.h"

namespace quern {

namespace {

/// Counts crossings of segments that are added by their upper ends from left to right.
class CrossingCounter {
 public:
  /// Lower ends are below `width`.
  explicit CrossingCounter(size_t width) : counts_(width + 1) {}

  /// How many of the segments added so far end on the right of `lower`.
  int64_t add(size_t lower) {
    int64_t not_right = 0;
    for (size_t at = lower + 1; at > 0; at &= at - 1) {
      not_right += counts_[at];
    }
    for (size_t at = lower + 1; at < counts_.size(); at += at & (~at + 1)) {
      ++counts_[at];
    }
    return total_++ - not_right;
  }

 private:
  std::vector<int64_t> counts_;  ///< sums over ranges, as in a Fenwick tree
  int64_t total_ = 0;
};

/// How many pairs have a left position greater than the right one. Both lists ascend.
int64_t inversions(std::span<const uint32_t> lefts, std::span<const uint32_t> rights) {
  int64_t count = 0;
  size_t less = 0;
  for (const uint32_t left : lefts) {
    while (less < rights.size() && rights[less] < left) {
      ++less;
    }
    count += static_cast<int64_t>(less);
  }
  return count;
}

class CrossingReducer {
 public:
  using Ranks = std::vector<RankOrder::Rank>;

  CrossingReducer(const RankPlaces& places, uint32_t cluster_count)
      : places_(places),
        above_(places, false),
        below_(places, true),
        order_(places, cluster_count),
        has_clusters_(cluster_count > 0),
        keys_(places.places.size(), RankOrder::kStay) {}

  struct Found {
    Ranks ranks;
    int64_t crossings = 0;
  };

  /// What it finds does not depend on earlier trials, except for the order of clusters.
  Found tried(bool starts_down) {
    order_.assign(searched(starts_down));
    if (has_clusters_) {
      order_.order_clusters(above_, below_);
    }
    return improved(starts_down);
  }

 private:
  /// Ranks in the order of a breadth-first search, down from places that no arrow leads to, or up
  /// from places that no arrow leaves.
  [[nodiscard]] Ranks searched(bool goes_down) const {
    const Neighbors& behind = goes_down ? above_ : below_;
    const Neighbors& ahead = goes_down ? below_ : above_;
    Ranks ranks(places_.ranks.size());
    std::vector<bool> is_seen(places_.places.size());
    std::deque<uint32_t> pending;
    for (uint32_t begin = 0; begin < places_.places.size(); ++begin) {
      if (behind.of(begin).empty()) {
        pending.push_back(begin);
      }
      while (!pending.empty()) {
        const uint32_t place = pending.front();
        pending.pop_front();
        if (!is_seen[place]) {
          is_seen[place] = true;
          ranks[places_.places[place].rank].push_back(place);
          pending.insert(pending.end(), ahead.of(place).begin(), ahead.of(place).end());
        }
      }
    }
    return ranks;
  }

  /// The best order found from the present one.
  Found improved(bool starts_down) {
    constexpr int kPatience = 8;
    // Large graphs get fewer sweeps. The first sweeps save most.
    constexpr size_t kSegmentsInAll = 400000;
    const auto sweeps =
        static_cast<int>(std::clamp<size_t>(kSegmentsInAll / (places_.segments.size() + 1), 4, 24));
    transpose(false);
    Found best = {order_.ranks(), crossings()};
    int failures = 0;
    for (int each = 0; each < sweeps && failures < kPatience && best.crossings > 0; ++each) {
      if (has_clusters_ && each % 4 == 3) {
        order_.order_clusters(above_, below_);
      }
      sweep((each % 2 == 0) == starts_down);
      // The two trials differ in this as well, so that one of them is good.
      transpose(!starts_down || each % 4 < 2);
      ++failures;
      if (const int64_t now = crossings(); now < best.crossings) {
        best = {order_.ranks(), now};
        failures = 0;
      }
    }
    return best;
  }

  int64_t crossings() {
    const Ranks& ranks = order_.ranks();
    int64_t total = 0;
    for (size_t rank = 1; rank < ranks.size(); ++rank) {
      CrossingCounter counter(ranks[rank].size());
      for (const uint32_t place : ranks[rank - 1]) {
        for (const uint32_t lower : below_.positions(place, order_.positions())) {
          total += counter.add(lower);
        }
      }
    }
    return total;
  }

  void sweep(bool goes_down) {
    const Ranks& ranks = order_.ranks();
    for (size_t step = 1; step < ranks.size(); ++step) {
      const size_t rank = goes_down ? step : ranks.size() - 1 - step;
      for (const uint32_t place : ranks[rank]) {
        keys_[place] = median((goes_down ? above_ : below_).positions(place, order_.positions()));
      }
      order_.sort(rank, keys_);
    }
  }

  /// Between the two middle positions, nearer to the side where positions are closer together.
  static int64_t median(std::span<const uint32_t> positions) {
    constexpr int64_t kFine = 256;
    if (positions.empty()) {
      return RankOrder::kStay;
    }
    const size_t middle = positions.size() / 2;
    const int64_t right = positions[middle];
    if (positions.size() % 2 == 1) {
      return kFine * right;
    }
    const int64_t left = positions[middle - 1];
    const int64_t left_spread = left - positions.front();
    const int64_t right_spread = positions.back() - right;
    return left_spread + right_spread == 0
               ? kFine * (left + right) / 2
               : kFine * (left * right_spread + right * left_spread) / (left_spread + right_spread);
  }

  /// Swaps neighbors while that saves crossings. Swaps that neither save nor cost crossings lead
  /// out of dead ends; they do not count as progress, so this ends.
  void transpose(bool swaps_equal) {
    constexpr int kMostPasses = 16;
    std::vector<bool> is_stale(order_.ranks().size() + 1, true);
    bool has_improved = true;
    for (int pass = 0; pass < kMostPasses && has_improved; ++pass) {
      has_improved = false;
      for (size_t rank = 0; rank < order_.ranks().size(); ++rank) {
        if (!is_stale[rank]) {
          continue;
        }
        is_stale[rank] = false;
        if (transpose_rank(rank, swaps_equal)) {
          has_improved = true;
          is_stale[rank - (rank > 0 ? 1 : 0)] = true;
          is_stale[rank] = true;
          is_stale[rank + 1] = true;
        }
      }
    }
  }

  /// Returns whether it saved crossings.
  bool transpose_rank(size_t rank, bool swaps_equal) {
    constexpr size_t kMostSteps = 8;
    const RankOrder::Rank& own = order_.ranks()[rank];
    for (const uint32_t place : own) {
      above_.positions(place, order_.positions());
      below_.positions(place, order_.positions());
    }
    bool has_improved = false;
    // The limit keeps the steps back to the left from taking quadratic time.
    size_t steps = kMostSteps * own.size();
    for (size_t left = 0; left + 1 < own.size() && steps > 0; --steps) {
      const int64_t saved = saved_by_swap(rank, left);
      if (saved > 0 || (saved == 0 && swaps_equal)) {
        order_.swap(rank, left);
      }
      has_improved |= saved > 0;
      // A place that came to the left may go on there.
      left = saved > 0 && left > 0 ? left - 1 : left + 1;
    }
    return has_improved;
  }

  /// Crossings that a swap with the place on the right would save; below 0 if it would cost some,
  /// or if there is nothing to gain or clusters forbid it.
  [[nodiscard]] int64_t saved_by_swap(size_t rank, size_t left) const {
    const RankOrder::Rank& own = order_.ranks()[rank];
    const int64_t now = pair_crossings(own[left], own[left + 1]);
    return now == 0 || (has_clusters_ && !order_.may_swap(rank, left))
               ? -1
               : now - pair_crossings(own[left + 1], own[left]);
  }

  [[nodiscard]] int64_t pair_crossings(uint32_t left, uint32_t right) const {
    return inversions(above_.last_positions(left), above_.last_positions(right)) +
           inversions(below_.last_positions(left), below_.last_positions(right));
  }

  const RankPlaces& places_;
  Neighbors above_;
  Neighbors below_;
  RankOrder order_;
  bool has_clusters_;
  std::vector<int64_t> keys_;  ///< by place
};

}  // namespace

void reduce_crossings(RankPlaces& places, uint32_t cluster_count) {
  constexpr size_t kSegmentsForThreads = 1000;  // fewer take less than a millisecond or two
  CrossingReducer reducer(places, cluster_count);
  CrossingReducer::Found best;
  CrossingReducer::Found other;
  if (cluster_count == 0 && places.segments.size() >= kSegmentsForThreads) {
    CrossingReducer second(places, cluster_count);
    do_both([&] { best = reducer.tried(true); }, [&] { other = second.tried(false); });
  } else {
    best = reducer.tried(true);
    other = reducer.tried(false);
  }
  places.ranks = std::move(other.crossings < best.crossings ? other.ranks : best.ranks);
}

}  // namespace quern
