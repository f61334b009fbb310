// SPDX-License-Identifier: MIT
//
// How calls lead from one drawn node of a graph to another over nodes that are not drawn. Sets of
// drawn nodes are passed along the calls, component by component: time is that of the graph, once
// for 64 drawn nodes, and memory a set for each component that such a way may use.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/cycles.h"

namespace quern {

/// Sets of numbers below a limit, by row. An empty one takes no memory.
class NumberSets {
 public:
  NumberSets(size_t rows, size_t limit)
      : words_((limit + 63) / 64), place_of_(rows), bits_(words_) {}

  void add(size_t row, size_t number) {
    bits_[place(row) + number / 64] |= uint64_t{1} << (number % 64);
  }
  void unite(size_t row, const NumberSets& sets, size_t other);
  [[nodiscard]] bool is_empty(size_t row) const { return place_of_[row] == 0; }
  [[nodiscard]] bool contains(size_t row, size_t number) const {
    return (bits_[place_of_[row] + number / 64] >> (number % 64) & 1U) != 0;
  }
  /// Calls use(number), ascending.
  template <class Use>
  void each(size_t row, Use use) const {
    for (size_t word = 0; word < words_; ++word) {
      for (uint64_t left = bits_[place_of_[row] + word]; left != 0; left &= left - 1) {
        use(word * 64 + static_cast<size_t>(std::countr_zero(left)));
      }
    }
  }

 private:
  [[nodiscard]] size_t place(size_t row);

  size_t words_;
  std::vector<size_t> place_of_;  ///< by row: in bits_; 0: the empty set
  std::vector<uint64_t> bits_;
};

class HiddenWays {
 public:
  static constexpr uint32_t kHidden = ~uint32_t{0};
  using IsFollowed = std::function<bool(uint32_t edge)>;

  /// `drawn`: by node, its number among those that are drawn, below `count`, or kHidden. Only calls
  /// that are followed make ways. Keeps references to all but the last.
  HiddenWays(const CallGraph& graph, std::span<const uint32_t> drawn, size_t count,
             const IsFollowed& is_followed);

  /// Whether there is a way, of one hidden node at least.
  [[nodiscard]] bool leads(size_t from, size_t to) const { return beyond_.contains(from, to); }
  /// Calls use(node, pair) for each hidden node on a way from pair.from to pair.to.
  template <class Pair, class Use>
  void each_on_ways(std::span<Pair> pairs, Use use) const {
    for (const uint32_t node : hidden_) {
      const uint32_t component = components_.component(node);
      if (from_.is_empty(component) || to_.is_empty(component)) {
        continue;
      }
      for (Pair& pair : pairs) {
        if (from_.contains(component, pair.from) && to_.contains(component, pair.to)) {
          use(node, pair);
        }
      }
    }
  }
  /// Calls use(from, to, edge) for each edge that begins such a way, or ends one.
  template <class Use>
  void each_begin(Use use) const {
    for (const uint32_t edge : begins_) {
      const size_t from = drawn_[graph_.caller(edge)];
      to_.each(components_.component(graph_.callee(edge)), [&](size_t to) { use(from, to, edge); });
    }
  }
  template <class Use>
  void each_end(Use use) const {
    for (const uint32_t edge : ends_) {
      const size_t to = drawn_[graph_.callee(edge)];
      from_.each(components_.component(graph_.caller(edge)),
                 [&](size_t from) { use(from, to, edge); });
    }
  }

 private:
  void sort_hidden();
  void find_ends(const IsFollowed& is_followed);
  void pass_along(const IsFollowed& is_followed);

  const CallGraph& graph_;
  std::span<const uint32_t> drawn_;
  Cycles components_;                    ///< of hidden nodes, by followed calls
  std::vector<uint32_t> hidden_;         ///< by component: callees first
  std::vector<uint32_t> begins_, ends_;  ///< followed calls into hidden nodes, and out of them
  NumberSets from_, to_;  ///< by component: drawn nodes that lead to it, that it leads to
  NumberSets beyond_;     ///< by drawn node: those that it leads to
};

}  // namespace quern
