// SPDX-License-Identifier: MIT
#include "quern/analysis/graph/cycles.h"

#include "quern/analysis/graph/cycle_search.h"

namespace quern {

Cycles find_cycles(const CallGraph& graph) {
  return cycles_in(graph.rows());
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
