// SPDX-License-Identifier: MIT
//
// A call graph in which some functions are not shown: what they cost, and whom they call, is then
// their callers'. A graph does not tell stacks: what a hidden function has is split among those who
// call it, in proportion to what their calls cost (their number, where calls are counted). The
// pieces are whole numbers that add up; one that had to be split, or may have to, is marked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/analysis/graph/call_graph.h"

namespace quern {

struct HiddenNodes {
  std::vector<bool> hidden;  ///< by node
  /// Of those: what nobody calls remains, as nothing could stand for it. What others cost as roots
  /// goes to a node of its own, and what they call are roots then.
  std::vector<bool> stay_as_roots;
};

/// How many pieces may be made, each a caller of hidden functions x what these have: some for each
/// node and edge, so that time and memory stay linear in the graph.
[[nodiscard]] inline uint64_t most_hidden_pieces(const CallGraph& graph) {
  return (uint64_t{1} << 19U) + 32 * (uint64_t{graph.node_count()} + graph.edge_count());
}

/// What the shown nodes have because of the hidden ones: self costs and calls that come on top of
/// their own. Node node_count() of `graph` is the one for hidden roots. Calls between shown nodes
/// and their self costs are not in it. Nothing where there would be more than `most` pieces.
[[nodiscard]] std::optional<CallGraph> moved_costs(const CallGraph& graph, const HiddenNodes& nodes,
                                                   uint64_t most);

}  // namespace quern
