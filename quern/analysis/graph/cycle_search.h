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

/// See ComponentSearch for what a Graph has. `keeps_components`: whether Cycles::component() will
/// be asked for.
template <class Graph>
Cycles cycles_in(const Graph& graph, bool keeps_components) {
  const size_t nodes = graph.node_count();
  Cycles found;
  ComponentSearch search(graph);
  for (size_t node = 0; node < nodes; ++node) {
    search.search_from(static_cast<uint32_t>(node));
  }
  found.component_count_ = search.component_count();
  found.cycles_ = search.take_components();
  if (keeps_components) {
    found.components_ = found.cycles_;
  }
  for (size_t node = 0; node < nodes; ++node) {
    found.cycles_[node] = search.is_in_cycle()[node] ? found.cycles_[node] + 1 : Cycles::kNone;
  }
  found.number_cycles();
  return found;
}

}  // namespace quern
