// SPDX-License-Identifier: MIT
//
// Makes the cycles of any graph that ComponentSearch can search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/analysis/graph/component_search.h"
#include "quern/analysis/graph/cycles.h"

namespace quern {

/// See ComponentSearch for what a Graph has.
template <class Graph>
Cycles cycles_in(const Graph& graph) {
  const size_t nodes = graph.node_count();
  Cycles found;
  ComponentSearch search(graph);
  for (size_t node = 0; node < nodes; ++node) {
    search.search_from(static_cast<uint32_t>(node));
  }
  found.component_count_ = search.component_count();
  found.components_ = search.take_components();
  found.cycles_.resize(nodes);
  for (size_t node = 0; node < nodes; ++node) {
    if (search.is_in_cycle()[node]) {
      found.cycles_[node] = found.components_[node] + 1;
    }
  }
  found.number_cycles();
  return found;
}

}  // namespace quern
