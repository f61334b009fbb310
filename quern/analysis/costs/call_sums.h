// SPDX-License-Identifier: MIT
//
// What calls come to by node, where nobody asks for single ones: the same numbers as a call graph
// gives, from a few walks over the records and without an edge. Takes a quarter of a graph's
// memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/events/event_sum.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"

namespace quern {

/// As of a graph with EdgesFrom::kRecords.
struct CallSums {
  CostRows self;   ///< a cell a column
  CostRows calls;  ///< one cell: how often called
  Cycles cycles;
  InclusiveCosts inclusive;
  /// Calls between different nodes, only where they were wanted. Cell 0: how many enter or leave
  /// the node; then a cell a column: the cost of those that enter it.
  std::optional<CostRows> between = {};
};

/// False where estimates have to be traced from call to call, or there are too many to list.
[[nodiscard]] bool can_be_summed(const Profile& profile);

enum class BetweenNodes : uint8_t { kNone, kWanted };

/// Of profiles that can_be_summed(). Uses up to `threads` threads.
[[nodiscard]] CallSums call_sums(const Profile& profile, const PartSet& parts,
                                 std::span<const EventSum> columns, const NodeMap& groups,
                                 BetweenNodes between = BetweenNodes::kNone, unsigned threads = 1);

}  // namespace quern
