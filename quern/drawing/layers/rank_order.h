// SPDX-License-Identifier: MIT
//
// The order of places in each rank. Clusters can always be drawn as rectangles: in each rank, the
// places of a cluster are next to each other, and clusters have the same order in all ranks.
#pragma once

#include <span>

#include "quern/drawing/layers/neighbors.h"

namespace quern {

class RankOrder {
 public:
  using Rank = std::vector<uint32_t>;
  /// A key that leaves its place where it is.
  static constexpr int64_t kStay = -1;

  RankOrder(const RankPlaces& places, uint32_t cluster_count);

  [[nodiscard]] const std::vector<Rank>& ranks() const { return ranks_; }
  /// By place: how many are to the left of it.
  [[nodiscard]] const std::vector<uint32_t>& positions() const { return positions_; }

  /// Replaces the order, changed as far as clusters need it.
  void assign(std::vector<Rank> ranks);
  /// Sorts a rank by the key of each place, from 0 or kStay, as far as clusters allow it.
  void sort(size_t rank, std::span<const int64_t> keys);
  [[nodiscard]] bool may_swap(size_t rank, size_t left) const;
  /// Swaps a place and its neighbor on the right.
  void swap(size_t rank, size_t left);
  /// Orders clusters by the mean position of the places that they are connected to.
  void order_clusters(const Neighbors& above, const Neighbors& below);

 private:
  [[nodiscard]] uint32_t cluster(uint32_t place) const { return places_.places[place].cluster; }
  void locate(const Rank& rank);
  void gather_clusters(Rank& rank);
  [[nodiscard]] std::vector<std::span<uint32_t>> blocks(Rank& rank) const;
  /// Puts the clusters of a rank into their common order.
  void restore_cluster_order();

  const RankPlaces& places_;
  std::vector<Rank> ranks_;
  std::vector<uint32_t> positions_;
  std::vector<int64_t> cluster_keys_;  ///< by cluster: its place in the common order
  std::vector<uint32_t> first_;        ///< by cluster; scratch
};

}  // namespace quern
