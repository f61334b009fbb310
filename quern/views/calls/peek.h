// SPDX-License-Identifier: MIT
//
// One function or group between its callers and its callees (`quern peek`, a function's page). Both
// lists are cut by the limit and the query; the counts and sums beside them cover all, so that an
// answer can say what it does not show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
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
  std::optional<Amount> count;  ///< calls between the two, where calls are counted
  /// By column: what these calls cost. From call graphs as recorded; from exact stacks, each stack
  /// counts once.
  std::vector<Amount> inclusive;
  std::vector<std::optional<Fraction>> inclusive_ratios = {};  ///< by Selection::ratios
  std::optional<RowRuns> runs = {};                            ///< with Selection::shows_runs
  bool is_self = false;      ///< the function itself: direct recursion
  bool is_in_cycle = false;  ///< a member of the same cycle
};

struct Peek {
  Selection selection;
  std::vector<Amount> totals;  ///< by column, of the profile
  TopRow function;
  std::vector<PeekNeighbour> callers;  ///< in Selection::order, cut at the limit
  std::vector<PeekNeighbour> callees;  ///< in the same way
  size_t callers_in_all = 0;
  size_t callees_in_all = 0;
  size_t callers_left_out = 0;  ///< by the query
  size_t callees_left_out = 0;
  /// By column: sums over all callers and over all callees, listed or not. What the lists leave out
  /// is the difference to these.
  std::vector<Amount> from_callers;
  std::vector<Amount> into_callees;
  /// How the costs of the function's cycle are made up; nothing if it is on none.
  std::optional<CycleBreakdown> books;
  /// Keeps the texts of groups alive, which rows point into.
  std::shared_ptr<const Grouping> grouping;
};

/// Errors (Fault::kUsage): those of find_names, and `ambiguous-name` with up to 20 candidates,
/// most expensive first, in the hint.
[[nodiscard]] Result<Peek> peek(const Profile& profile, const Selection& selection,
                                std::string_view wanted);

class NodeCosts;

/// Answers about nodes that are known already. What they share is computed once, so that many
/// answers about one large cycle do not add it up again and again.
class Peeks {
 public:
  /// Keeps references. `costs`: with all edges, and made for the same parts, columns and groups.
  Peeks(const Profile& profile, const Selection& selection, const NodeCosts& costs);
  [[nodiscard]] Peek of(uint32_t node);

 private:
  /// The books of the node's cycle.
  [[nodiscard]] std::optional<CycleBreakdown> books(uint32_t node);

  const Profile& profile_;
  const Selection& selection_;
  const NodeCosts& costs_;
  std::vector<int128> totals_;  ///< by column, those beside too
  std::unordered_map<uint32_t, std::optional<CycleBreakdown>> books_;  ///< by cycle
};

}  // namespace quern
