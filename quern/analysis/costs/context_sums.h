// SPDX-License-Identifier: MIT
//
// What exact stacks say of functions (or groups) and of the edges between them: inclusive costs and
// invocations. Each stack counts once for a function or an edge, however often they recur on it, so
// that no sum exceeds the total.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/graph/call_graph.h"

namespace quern {

struct ContextSums {
  CostRows inclusive;           ///< by node: a cell a column
  std::vector<uint64_t> calls;  ///< by node: its invocations, those as a root included
  bool counts_calls = false;    ///< whether contexts are invocations
};

/// Linear in contexts x columns. Of a profile with Profile::stack_costs() only of all parts, with
/// nodes that are functions, and of no column that mixes_peaks().
[[nodiscard]] ContextSums context_sums(const Profile& profile, const PartSet& parts,
                                       std::span<const EventSum> columns, const NodeMap& nodes);

/// Adds each pair of a caller and its callee as one call; the caller of roots is the node `root`.
/// Counts are those of invocations, 0 where contexts are none.
void add_context_edges(const Profile& profile, const PartSet& parts,
                       std::span<const EventSum> columns, const NodeMap& nodes, uint32_t root,
                       CallGraphBuilder& graph);

/// The node of each frame.
[[nodiscard]] std::vector<uint32_t> nodes_of_frames(const Profile& profile, const NodeMap& nodes);

}  // namespace quern
