// SPDX-License-Identifier: MIT
//
// All nodes above or below one, however far: what was spent where both are on a stack, and how many
// calls lie between. From exact stacks each stack counts once, and the cost is exact. A call graph
// does not tell which calls ran below which, so that costs have bounds, which meet where only one
// way leads there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/model/records/amount.h"

namespace quern {

enum class ReachOf : uint8_t { kCallers, kCallees };

/// A node that calls the one asked about, or is called by it, directly or through others.
struct Reached {
  uint32_t node = 0;
  uint64_t nearest = 0;  ///< calls between the two, at least; 1: directly
  std::optional<uint64_t>
      farthest;                  ///< at most, to the nearest of it on a stack; unknown in graphs
  std::vector<Amount> together;  ///< by column: what was spent where both are on the stack
};

/// In the order of nodes; the node itself where it is called by itself. Linear in contexts x
/// columns.
[[nodiscard]] std::vector<Reached> reach_in_stacks(const Profile& profile, const PartSet& parts,
                                                   std::span<const EventSum> columns,
                                                   const NodeMap& nodes, uint32_t node, ReachOf of);

/// `inclusive`: of this graph. Linear in edges x columns, but for an ordering of what is reached.
/// `is_max`: columns that hold peaks.
[[nodiscard]] std::vector<Reached> reach_in_graph(const CallGraph& graph,
                                                  const InclusiveCosts& inclusive,
                                                  const std::vector<bool>& is_max, uint32_t node,
                                                  ReachOf of);

}  // namespace quern
