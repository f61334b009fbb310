// SPDX-License-Identifier: MIT
#include "quern/analysis/graph/cycles.h"

#include "quern/analysis/graph/cycle_search.h"

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

Cycles find_cycles(const CallGraph& graph) {
  return cycles_in(SearchedGraph{graph});
}

Cycles find_cycles_among(const CallGraph& graph,
                         const std::function<bool(uint32_t edge)>& is_wanted) {
  CallGraphBuilder wanted(graph.node_count(), 0);
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    if (is_wanted(edge)) {
      wanted.add_call(graph.caller(edge), graph.callee(edge), 0, {});
    }
  }
  return find_cycles(wanted.build());
}

}  // namespace quern
