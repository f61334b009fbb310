// SPDX-License-Identifier: MIT
#include "quern/drawing/layers/rank_order.h"

#include <numeric>
#include <ranges>
#include <tuple>
#include <utility>

namespace quern {

namespace {

/// Sorts the items that have a key, within the slots of these items. Other items stay.
template <class Key>
void sort_among_slots(std::span<uint32_t> items, const Key& key) {
  std::vector<size_t> slots;
  std::vector<std::tuple<int64_t, size_t, uint32_t>> keyed;  // equal ones stay in order
  for (size_t slot = 0; slot < items.size(); ++slot) {
    if (const int64_t each = key(items[slot]); each != RankOrder::kStay) {
      slots.push_back(slot);
      keyed.emplace_back(each, slot, items[slot]);
    }
  }
  std::ranges::sort(keyed);
  for (size_t at = 0; at < slots.size(); ++at) {
    items[slots[at]] = std::get<uint32_t>(keyed[at]);
  }
}

int64_t mean_key(std::span<const uint32_t> places, std::span<const int64_t> keys) {
  int64_t sum = 0;
  int64_t count = 0;
  for (const uint32_t place : places) {
    if (keys[place] != RankOrder::kStay) {
      sum += keys[place];
      ++count;
    }
  }
  return count == 0 ? RankOrder::kStay : sum / count;
}

}  // namespace

RankOrder::RankOrder(const RankPlaces& places, uint32_t cluster_count)
    : places_(places),
      positions_(places.places.size()),
      cluster_keys_(cluster_count),
      first_(cluster_count) {
  std::iota(cluster_keys_.begin(), cluster_keys_.end(), int64_t{0});
  assign(places.ranks);
}

void RankOrder::assign(std::vector<Rank> ranks) {
  ranks_ = std::move(ranks);
  for (Rank& rank : ranks_) {
    locate(rank);
    gather_clusters(rank);
  }
  restore_cluster_order();
}

void RankOrder::locate(const Rank& rank) {
  for (uint32_t at = 0; at < rank.size(); ++at) {
    positions_[rank[at]] = at;
  }
}

/// Moves the places of each cluster to the first of them.
void RankOrder::gather_clusters(Rank& rank) {
  if (cluster_keys_.empty()) {
    return;
  }
  for (const uint32_t place : std::views::reverse(rank)) {
    if (cluster(place) != kNobody) {
      first_[cluster(place)] = positions_[place];
    }
  }
  std::ranges::sort(rank, {}, [&](uint32_t place) {
    const uint32_t own = positions_[place];
    return std::pair(cluster(place) == kNobody ? own : first_[cluster(place)], own);
  });
  locate(rank);
}

/// Parts of a rank that are moved as a whole: the places of a cluster, or one place outside.
std::vector<std::span<uint32_t>> RankOrder::blocks(Rank& rank) const {
  std::vector<std::span<uint32_t>> blocks;
  for (size_t begin = 0, end = 0; begin < rank.size(); begin = end) {
    do {
      ++end;
    } while (end < rank.size() && cluster(rank[begin]) != kNobody &&
             cluster(rank[end]) == cluster(rank[begin]));
    blocks.push_back(std::span(rank).subspan(begin, end - begin));
  }
  return blocks;
}

void RankOrder::sort(size_t rank, std::span<const int64_t> keys) {
  Rank& own = ranks_[rank];
  const auto key = [&](uint32_t place) { return keys[place]; };
  if (cluster_keys_.empty()) {
    sort_among_slots(own, key);
    locate(own);
    return;
  }
  const std::vector<std::span<uint32_t>> blocks = this->blocks(own);
  for (const std::span<uint32_t> block : blocks) {
    sort_among_slots(block, key);
  }
  std::vector<uint32_t> order(blocks.size());
  std::iota(order.begin(), order.end(), 0U);
  sort_among_slots(order, [&](uint32_t block) { return mean_key(blocks[block], keys); });
  sort_among_slots(order, [&](uint32_t block) {
    const uint32_t cluster = this->cluster(blocks[block].front());
    return cluster == kNobody ? kStay : cluster_keys_[cluster];
  });
  Rank sorted;
  sorted.reserve(own.size());
  for (const uint32_t block : order) {
    sorted.insert(sorted.end(), blocks[block].begin(), blocks[block].end());
  }
  own = std::move(sorted);
  locate(own);
}

bool RankOrder::may_swap(size_t rank, size_t left) const {
  const Rank& own = ranks_[rank];
  const uint32_t one = cluster(own[left]);
  const uint32_t other = cluster(own[left + 1]);
  if (one == other) {
    return true;
  }
  const bool breaks_left = one != kNobody && left > 0 && cluster(own[left - 1]) == one;
  const bool breaks_right =
      other != kNobody && left + 2 < own.size() && cluster(own[left + 2]) == other;
  return (one == kNobody || other == kNobody) && !breaks_left && !breaks_right;
}

void RankOrder::swap(size_t rank, size_t left) {
  Rank& own = ranks_[rank];
  std::swap(own[left], own[left + 1]);
  std::swap(positions_[own[left]], positions_[own[left + 1]]);
}

void RankOrder::order_clusters(const Neighbors& above, const Neighbors& below) {
  constexpr int64_t kFine = 4096;
  struct Sum {
    int64_t sum = 0;
    int64_t count = 0;
  };
  std::vector<Sum> sums(cluster_keys_.size());
  for (uint32_t place = 0; place < positions_.size(); ++place) {
    if (cluster(place) == kNobody) {
      continue;
    }
    Sum& own = sums[cluster(place)];
    for (const Neighbors* neighbors : {&above, &below}) {
      for (const uint32_t other : neighbors->of(place)) {
        const auto width = static_cast<int64_t>(ranks_[places_.places[other].rank].size());
        own.sum += kFine * (2 * int64_t{positions_[other]} + 1) / (2 * width);
        ++own.count;
      }
    }
  }
  std::vector<uint32_t> order =
      indices_by(sums.size(), [&](uint32_t cluster) { return cluster_keys_[cluster]; });
  sort_among_slots(order, [&](uint32_t cluster) {
    return sums[cluster].count == 0 ? kStay : sums[cluster].sum / sums[cluster].count;
  });
  for (size_t at = 0; at < order.size(); ++at) {
    cluster_keys_[order[at]] = static_cast<int64_t>(at);
  }
  restore_cluster_order();
}

void RankOrder::restore_cluster_order() {
  if (cluster_keys_.empty()) {
    return;
  }
  const std::vector<int64_t> keys(positions_.size(), kStay);
  for (size_t rank = 0; rank < ranks_.size(); ++rank) {
    sort(rank, keys);
  }
}

}  // namespace quern
