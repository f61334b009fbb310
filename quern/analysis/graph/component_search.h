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
/// A Graph has node_count(), edge_count(), first_edge(node), behind which the node's other edges
/// stand, and callee(edge). Keeps a reference to it.
template <class Graph>
class ComponentSearch {
 public:
  explicit ComponentSearch(const Graph& graph)
      : graph_(graph),
        nodes_(graph.node_count()),
        recurs_(graph.node_count()),
        next_component_(static_cast<uint32_t>(graph.node_count())) {
    for (size_t node = 0; node < nodes_.size(); ++node) {
      nodes_[node].first_edge = static_cast<uint32_t>(graph.first_edge(node));
    }
  }

  /// The node and all that it leads to. What has been seen before costs nothing.
  void search_from(uint32_t start) {
    if (nodes_[start].number == 0) {
      search(start);
    }
  }

  /// Once all nodes have been searched from.
  [[nodiscard]] size_t component_count() const { return nodes_.size() - next_component_; }
  /// A call that leaves a component leads to one of a lower number. Nodes not seen have
  /// node_count(), which is no component.
  [[nodiscard]] uint32_t component(size_t node) const {
    return static_cast<uint32_t>(nodes_.size()) - nodes_[node].number;
  }
  /// Which nodes call themselves.
  [[nodiscard]] const std::vector<bool>& recurs() const { return recurs_; }

 private:
  /// Number and first edge lie together: a look at a callee fetches what opening it needs.
  struct Node {
    uint32_t number = 0;  ///< 0: not seen yet
    uint32_t first_edge = 0;
  };
  /// A node whose calls are being followed.
  struct Frame {
    uint32_t node;
    uint32_t edge;  ///< the next one to look at
    uint32_t end;
    uint32_t place;  ///< its number
    uint32_t low;    ///< the lowest open place that its calls lead to, so far
  };

  static constexpr uint32_t kPrefetch = 16;

  Frame open(uint32_t node) {
    const uint32_t place = next_place_++;
    nodes_[node].number = place;
    const uint32_t first = nodes_[node].first_edge;
    const uint32_t end = node + 1 < nodes_.size() ? nodes_[node + 1].first_edge
                                                  : static_cast<uint32_t>(graph_.edge_count());
    // Each look at a callee would miss the cache: ask for the first ones together.
    for (uint32_t edge = first; edge < std::min(end, first + kPrefetch); ++edge) {
      __builtin_prefetch(&nodes_[graph_.callee(edge)]);
    }
    return {node, first, end, place, place};
  }

  void search(uint32_t start) {
    Frame at = open(start);
    for (;;) {
      if (at.edge != at.end) {
        const uint32_t callee = graph_.callee(at.edge++);
        const uint32_t number = nodes_[callee].number;
        if (number == 0) {
          path_.push_back(at);
          at = open(callee);
          continue;
        }
        if (number == at.place) {
          recurs_[at.node] = true;
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
    while (!pending_.empty() && nodes_[pending_.back()].number >= done.place) {
      nodes_[pending_.back()].number = next_component_;
      pending_.pop_back();
      --next_place_;
    }
    nodes_[done.node].number = next_component_--;
    --next_place_;
  }

  const Graph& graph_;
  std::vector<Node> nodes_;
  std::vector<bool> recurs_;
  std::vector<Frame> path_;
  std::vector<uint32_t> pending_;  ///< finished nodes whose component is not
  uint32_t next_place_ = 1;
  uint32_t next_component_;
};

}  // namespace quern
