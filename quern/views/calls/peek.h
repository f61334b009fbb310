// SPDX-License-Identifier: MIT
//
// One function or group between its callers and its callees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/calls/cycle_breakdown.h"
#include "quern/views/lists/top.h"

namespace quern {

struct PeekNeighbour {
  RowName name;
  uint32_t node = 0;
  std::optional<Amount> count;    ///< calls between the two, where calls are counted
  std::vector<Amount> inclusive;  ///< by column, of these calls as recorded, or each stack once
  std::vector<std::optional<Fraction>> inclusive_ratios = {};  ///< by Selection::ratios
  bool is_self = false;      ///< the function itself: direct recursion
  bool is_in_cycle = false;  ///< a member of the same cycle
};

struct Peek {
  Selection selection;
  std::vector<Amount> totals;  ///< by column, of the profile
  TopRow function;
  std::vector<PeekNeighbour> callers;  ///< in Selection::order, cut at the limit
  std::vector<PeekNeighbour> callees;  ///< likewise
  size_t callers_in_all = 0;
  size_t callees_in_all = 0;
  size_t callers_left_out = 0;  ///< by the query
  size_t callees_left_out = 0;
  /// By column: what was spent in the function's own positions and in calls that are not listed
  /// because of the limit or the query is told by these sums over all callers and callees.
  std::vector<Amount> from_callers;
  std::vector<Amount> into_callees;
  std::optional<CycleBreakdown> books;  ///< of the cycle that the function is on
  /// Texts of groups that rows point into.
  std::shared_ptr<const Grouping> grouping;
};

/// Errors (Fault::kUsage): those of find_names, and `ambiguous-name` with up to 20 candidates,
/// dearest first, in the hint.
[[nodiscard]] Result<Peek> peek(const Profile& profile, const Selection& selection,
                                std::string_view wanted);

class NodeCosts;
/// Of a node, from costs with all edges, worked out for the same parts, columns and groups.
[[nodiscard]] Peek peek(const Profile& profile, const Selection& selection, const NodeCosts& costs,
                        uint32_t node);

}  // namespace quern
