// SPDX-License-Identifier: MIT
//
// The hottest path of a drawn call graph: where most of the cost comes from and goes to.
#pragma once

#include <cstdint>
#include <functional>

#include "quern/base/int128.h"
#include "quern/views/graph/graph_choice.h"

namespace quern {

/// How much an edge attracts the path; not at all unless it is above 0.
struct PathHeat {
  std::function<int128(uint32_t edge)> of_edge;  ///< of an edge of the graph
  std::function<int128(const ChosenWay& way)> of_way;
};

/// Marks nodes and edges from `start` on, down and also up: always the hottest edge to a node that
/// is not marked yet. A dashed edge is marked only if no other edge leads on. Time is linear in the
/// edges.
void mark_hottest_path(ChosenGraph& chosen, uint32_t start, const PathHeat& heat);

}  // namespace quern
