// SPDX-License-Identifier: MIT
#include "quern/analysis/cycles.h"

#include <algorithm>

namespace quern {

namespace {

/// Tarjan's algorithm with one number a node, as Pearce showed: its place on the stack of open
/// nodes while it is open, then its component's. Components are counted down from above all places,
/// so that a call into a closed one never looks like a way back.
class ComponentSearch {
 public:
  explicit ComponentSearch(const CallGraph& graph)
      : graph_(graph),
        nodes_(graph.node_count()),
        recurs_(graph.node_count()),
        next_component_(static_cast<uint32_t>(graph.node_count())) {
    for (size_t node = 0; node < nodes_.size(); ++node) {
      nodes_[node].first_edge = *graph.calls_from(node).begin();
    }
  }

  void run() {
    for (size_t node = 0; node < nodes_.size(); ++node) {
      if (nodes_[node].number == 0) {
        search_from(static_cast<uint32_t>(node));
      }
    }
  }

  [[nodiscard]] size_t component_count() const { return nodes_.size() - next_component_; }
  [[nodiscard]] std::vector<uint32_t> components() const {
    std::vector<uint32_t> numbers(nodes_.size());
    const auto highest = static_cast<uint32_t>(nodes_.size());
    std::ranges::transform(nodes_, numbers.begin(),
                           [highest](const Node& node) { return highest - node.number; });
    return numbers;
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

  void search_from(uint32_t start) {
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

  const CallGraph& graph_;
  std::vector<Node> nodes_;
  std::vector<bool> recurs_;
  std::vector<Frame> path_;
  std::vector<uint32_t> pending_;  ///< finished nodes whose component is not
  uint32_t next_place_ = 1;
  uint32_t next_component_;
};

}  // namespace

Cycles find_cycles(const CallGraph& graph) {
  ComponentSearch search(graph);
  search.run();
  Cycles found;
  found.component_count_ = search.component_count();
  found.components_ = search.components();

  const size_t nodes = graph.node_count();
  std::vector<uint32_t> sizes(found.component_count_);
  for (const uint32_t component : found.components_) {
    ++sizes[component];
  }
  std::vector<uint32_t> numbers(found.component_count_);  // of the component's cycle
  std::vector<uint32_t> next_member;
  found.cycles_.resize(nodes);
  for (size_t node = 0; node < nodes; ++node) {
    const uint32_t component = found.components_[node];
    if (sizes[component] == 1 && !search.recurs()[node]) {
      continue;
    }
    uint32_t& number = numbers[component];
    if (number == 0) {
      next_member.push_back(found.first_member_.back());
      found.first_member_.push_back(found.first_member_.back() + sizes[component]);
      number = static_cast<uint32_t>(next_member.size());
    }
    found.cycles_[node] = number;
  }
  found.members_.resize(found.first_member_.back());
  for (size_t node = 0; node < nodes; ++node) {
    if (found.cycles_[node] != Cycles::kNone) {
      found.members_[next_member[found.cycles_[node] - 1]++] = static_cast<uint32_t>(node);
    }
  }
  return found;
}

}  // namespace quern
