// SPDX-License-Identifier: MIT
//
// What the inclusive costs of a cycle of calls are made of, and what is left out so that no cost
// counts twice: the numbers behind the bounds of its members.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/model/profile.h"
#include "quern/model/records/amount.h"
#include "quern/query/selection.h"

namespace quern {

class NodeCosts;

/// Costs by column, calls as recorded. Of peaks the highest instead of sums.
struct CycleBreakdown {
  uint32_t cycle = 0;                  ///< its number
  size_t members = 0;                  ///< 1: a function that calls itself
  std::vector<Amount> self;            ///< of its members
  std::vector<Amount> leaving;         ///< calls from members to others
  std::vector<Amount> whole;           ///< both together: the cycle's inclusive cost
  std::vector<Amount> entering;        ///< calls from others to members
  std::vector<Amount> inside;          ///< calls from members to members: in no inclusive cost
  std::optional<Amount> calls_inside;  ///< how many these are, where calls are counted
};

/// Of the cycle that a node is on, from costs with all edges; nothing where it is on none, or where
/// exact stacks know all inclusive costs.
[[nodiscard]] std::optional<CycleBreakdown> cycle_breakdown(const Profile& profile,
                                                            const Selection& selection,
                                                            const NodeCosts& costs, uint32_t node);

}  // namespace quern
