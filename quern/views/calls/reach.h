// SPDX-License-Identifier: MIT
//
// All callers or all callees of one function or group, however far: how far they are, and what was
// spent while both were on the stack. Exact from stacks; from a call graph exact or with bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/analysis/trees/reach.h"
#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/top.h"

namespace quern {

struct ReachRow {
  RowName name;
  uint32_t node = 0;
  uint64_t nearest = 0;              ///< calls between the two, at least
  std::optional<uint64_t> farthest;  ///< at most; nothing where stacks are not known
  std::vector<Amount> together;      ///< by column
  bool is_self = false;              ///< the function itself, calling itself somehow
  bool is_in_cycle = false;          ///< a member of the same cycle
};

struct Reach {
  Selection selection;
  ReachOf of = ReachOf::kCallees;
  bool is_exact = true;        ///< from exact stacks
  std::vector<Amount> totals;  ///< by column, of the profile
  TopRow function;
  std::vector<ReachRow> rows;  ///< descending by the sort column, cut at the limit
  size_t in_all = 0;
  std::shared_ptr<const Grouping> grouping;  ///< keeps the texts of groups
};

/// Errors (Fault::kUsage): those of peek(), and `mixed-stacks` where some of the chosen parts have
/// exact stacks and others do not.
[[nodiscard]] Result<Reach> reach(const Profile& profile, const Selection& selection,
                                  std::string_view wanted, ReachOf of);
/// Of a node, from costs with all edges, worked out for the same parts, columns and groups.
[[nodiscard]] Result<Reach> reach(const Profile& profile, const Selection& selection,
                                  const NodeCosts& costs, uint32_t node, ReachOf of);

}  // namespace quern
