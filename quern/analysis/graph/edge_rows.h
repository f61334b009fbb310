// SPDX-License-Identifier: MIT
//
// A graph as rows: the edges of a node follow each other. What a search needs of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quern {

/// Refers to vectors that must outlive it.
struct EdgeRows {
  std::span<const uint32_t> first;    ///< by node, and one more: its first edge
  std::span<const uint32_t> callees;  ///< by edge

  /// Over the edges of a node: the next one, and where they end.
  struct Walk {
    uint32_t edge = 0;
    uint32_t end = 0;
  };

  [[nodiscard]] size_t node_count() const { return first.size() - 1; }
  [[nodiscard]] Walk walk(size_t node) const { return {first[node], first[node + 1]}; }
  /// The callee of the next edge; false: the end.
  bool next(Walk& walk, uint32_t& callee) const {
    if (walk.edge == walk.end) {
      return false;
    }
    callee = callees[walk.edge++];
    return true;
  }
  /// Calls use(callee) for some of those that will come.
  template <class Use>
  void each_soon(const Walk& walk, Use use) const {
    constexpr uint32_t kSoon = 16;
    for (uint32_t edge = walk.edge; edge < std::min(walk.end, walk.edge + kSoon); ++edge) {
      use(callees[edge]);
    }
  }
};

}  // namespace quern
