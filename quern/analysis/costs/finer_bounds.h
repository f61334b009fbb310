// SPDX-License-Identifier: MIT
//
// Lower bounds of inclusive costs from functions that a call graph has joined to one node. A stack
// that contains Callgrind's f'g contains f, and a stack that contains a member of a group contains
// the group. So a node costs at least what each of its functions costs. Where a node is in a cycle,
// this can be far more than its own calls show. Linear in the calls; nothing is done without
// cycles.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/events/event_sum.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/model/profile.h"

namespace quern {

/// Raises the lower bounds in `inclusive`, which are of the nodes of `groups` over the same parts
/// and columns, from EdgesFrom::kRecords. Exact costs, estimates and peaks stay as they are. Uses
/// up to `threads` threads.
void raise_lower_bounds(const Profile& profile, const PartSet& parts,
                        std::span<const EventSum> columns, const NodeMap& groups,
                        InclusiveCosts& inclusive, unsigned threads = 1);

/// What raise_lower_bounds() raises by: calls use(function, node, costs) for each function of nodes
/// with bounds, ascending; `costs` has what it costs by itself, as `node`. None where each of these
/// nodes is one function. Over all parts.
using UsePiece =
    std::function<void(FunctionId function, uint32_t node, const InclusiveCosts& costs)>;
void each_piece(const Profile& profile, std::span<const EventSum> columns, const NodeMap& groups,
                const InclusiveCosts& inclusive, const UsePiece& use);

}  // namespace quern
