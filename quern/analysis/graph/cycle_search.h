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

}  // namespace quern
