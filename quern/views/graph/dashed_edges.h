// SPDX-License-Identifier: MIT
//
// Dashed edges of a drawn call graph: they stand for ways through functions that are not shown.
#pragma once

#include "quern/views/graph/graph_choice.h"
#include "quern/views/graph/hidden_ways.h"

namespace quern {

/// To a graph that has its nodes and edges. There are at most as many as nodes: first those that
/// connect nodes which no other edge connects, then those with the highest upper bounds.
void add_dashed_edges(ChosenGraph& chosen, const GraphGround& ground,
                      const HiddenWays::IsFollowed& is_followed);

}  // namespace quern
