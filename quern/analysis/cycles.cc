// SPDX-License-Identifier: MIT
#include "quern/analysis/cycles.h"

#include "quern/analysis/component_search.h"

namespace quern {

namespace {

/// A call graph as the search asks it.
struct SearchedGraph {
  const CallGraph& graph;
  [[nodiscard]] size_t node_count() const { return graph.node_count(); }
  [[nodiscard]] size_t edge_count() const { return graph.edge_count(); }
  [[nodiscard]] size_t first_edge(size_t node) const { return *graph.calls_from(node).begin(); }
  [[nodiscard]] uint32_t callee(size_t edge) const { return graph.callee(edge); }
};

}  // namespace

/// See ComponentSearch for what a Graph has.
template <class Graph>
Cycles cycles_in(const Graph& graph) {
  const size_t nodes = graph.node_count();
  Cycles found;
  std::vector<bool> recurs;
  {
    ComponentSearch search(graph);
    for (size_t node = 0; node < nodes; ++node) {
      search.search_from(static_cast<uint32_t>(node));
    }
    found.component_count_ = search.component_count();
    found.components_.reserve(nodes);
    for (size_t node = 0; node < nodes; ++node) {
      found.components_.push_back(search.component(node));
    }
    recurs = search.recurs();
  }

  std::vector<uint32_t> sizes(found.component_count_);
  for (const uint32_t component : found.components_) {
    ++sizes[component];
  }
  std::vector<uint32_t> numbers(found.component_count_);  // of the component's cycle
  std::vector<uint32_t> next_member;
  found.cycles_.resize(nodes);
  for (size_t node = 0; node < nodes; ++node) {
    const uint32_t component = found.components_[node];
    if (sizes[component] == 1 && !recurs[node]) {
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

Cycles find_cycles(const CallGraph& graph) {
  return cycles_in(SearchedGraph{graph});
}

Cycles find_cycles(const CallLists& calls) {
  return cycles_in(calls);
}

}  // namespace quern
