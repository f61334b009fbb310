// SPDX-License-Identifier: MIT
//
// The search for the strongly connected components of a graph, in linear time and without
// recursion: of all its nodes, or of those that some nodes lead to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quern {

/// Tarjan's algorithm with one number a node, as Pearce showed: its place on the stack of open
/// nodes while it is open, then its component's. Components are counted down from above all places,
/// so that a call into a closed one never looks like a way back.
///
/// A Graph has what EdgeRows has. Keeps a reference to it.
template <class Graph>
class ComponentSearch {
 public:
  explicit ComponentSearch(const Graph& graph)
      : graph_(graph),
        numbers_(graph.node_count()),
        is_in_cycle_(graph.node_count()),
        next_component_(static_cast<uint32_t>(graph.node_count())) {}

  /// The node and all that it leads to. What has been seen before costs nothing.
  void search_from(uint32_t start) {
    if (numbers_[start] == 0) {
      search(start);
    }
  }

  /// Once all nodes have been searched from.
  [[nodiscard]] size_t component_count() const { return numbers_.size() - next_component_; }
  /// A call that leaves a component leads to one of a lower number. Nodes not seen have
  /// node_count(), which is no component.
  [[nodiscard]] uint32_t component(size_t node) const {
    return static_cast<uint32_t>(numbers_.size()) - numbers_[node];
  }
  /// Which nodes call themselves, or are in a component of several.
  [[nodiscard]] const std::vector<bool>& is_in_cycle() const { return is_in_cycle_; }
  /// component() of all nodes; the search is used up.
  [[nodiscard]] std::vector<uint32_t> take_components() {
    for (uint32_t& number : numbers_) {
      number = static_cast<uint32_t>(numbers_.size()) - number;
    }
    return std::move(numbers_);
  }

 private:
  /// A node whose calls are being followed.
  struct Frame {
    uint32_t node;
    uint32_t place;  ///< its number
    uint32_t low;    ///< the lowest open place that its calls lead to, so far
    typename Graph::Walk walk;
  };

  Frame open(uint32_t node) {
    const uint32_t place = next_place_++;
    numbers_[node] = place;
    const typename Graph::Walk walk = graph_.walk(node);
    // Each look at a callee would miss the cache: ask for the first ones together.
    graph_.each_soon(walk, [this](uint32_t callee) { __builtin_prefetch(&numbers_[callee]); });
    return {node, place, place, walk};
  }

  void search(uint32_t start) {
    Frame at = open(start);
    for (;;) {
      if (uint32_t callee = 0; graph_.next(at.walk, callee)) {
        const uint32_t number = numbers_[callee];
        if (number == 0) {
          path_.push_back(at);
          at = open(callee);
          continue;
        }
        if (number == at.place) {
          is_in_cycle_[at.node] = true;
        }
        at.low = std::min(at.low, number);
        continue;
      }
      close(at);
      if (path_.empty()) {
        return;
      }
      const uint32_t low = at.low;
      at = path_.back();
      path_.pop_back();
      at.low = std::min(at.low, low);
    }
  }

  void close(const Frame& done) {
    if (done.low != done.place) {
      pending_.push_back(done.node);
      return;
    }
    while (!pending_.empty() && numbers_[pending_.back()] >= done.place) {
      numbers_[pending_.back()] = next_component_;
      is_in_cycle_[pending_.back()] = is_in_cycle_[done.node] = true;
      pending_.pop_back();
      --next_place_;
    }
    numbers_[done.node] = next_component_--;
    --next_place_;
  }

  const Graph& graph_;
  std::vector<uint32_t> numbers_;  ///< by node; 0: not seen yet
  std::vector<bool> is_in_cycle_;
  std::vector<Frame> path_;
  std::vector<uint32_t> pending_;  ///< finished nodes whose component is not
  uint32_t next_place_ = 1;
  uint32_t next_component_;
};

}  // namespace quern
