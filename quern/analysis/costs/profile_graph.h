// SPDX-License-Identifier: MIT
//
// Call graphs, self costs and totals of a profile: over the parts that a question chooses, with the
// columns it asks for. From the tables' sums or, after a full load, from the call records; the
// numbers are the same. A mapping to groups contracts the graph: calls inside a group become its
// calls to itself, so that inclusive costs count each stack once a group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/analysis/events/event_sum.h"
#include "quern/analysis/graph/call_graph.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"

namespace quern {

/// Some parts of one profile.
class PartSet {
 public:
  [[nodiscard]] static PartSet all(const Profile& profile) {
    return PartSet(profile.parts().size(), true);
  }
  [[nodiscard]] static PartSet none(const Profile& profile) {
    return PartSet(profile.parts().size(), false);
  }

  void add(PartId part) { chosen_[part.index()] = true; }
  [[nodiscard]] bool contains(size_t part) const { return chosen_[part]; }

 private:
  PartSet(size_t parts, bool chosen) : chosen_(parts, chosen) {}
  std::vector<bool> chosen_;
};

/// The chosen parts, in order.
[[nodiscard]] std::vector<const Part*> chosen_parts(const Profile& profile, const PartSet& parts);

/// For each function its node. What `Grouping` gives, or any other contraction.
struct NodeMap {
  std::span<const uint32_t> node_of;
  size_t nodes = 0;

  [[nodiscard]] uint32_t node(FunctionId function) const {
    return node_of.empty() ? function.value : node_of[function.index()];
  }
};

/// Which calls are edges of a graph.
enum class EdgesFrom : uint8_t {
  /// Calls and self costs of parts without contexts: what inclusive costs are worked out from.
  kRecords,
  /// Those of exact stacks too, each stack once an edge. Where there are some, the graph has one
  /// node more than there are functions (or groups), the last: it calls the roots.
  kAll,
};

/// A node a function: FunctionId::index().
[[nodiscard]] CallGraph profile_graph(const Profile& profile, const PartSet& parts,
                                      std::span<const EventSum> columns,
                                      EdgesFrom from = EdgesFrom::kRecords);
/// A node a group.
[[nodiscard]] CallGraph profile_graph(const Profile& profile, const PartSet& parts,
                                      std::span<const EventSum> columns, const NodeMap& groups,
                                      EdgesFrom from = EdgesFrom::kRecords);

/// A node for each function that names tell apart: Profile::told_apart(), which must be there. Of
/// parts without contexts.
[[nodiscard]] CallGraph told_apart_graph(const Profile& profile, const PartSet& parts,
                                         std::span<const EventSum> columns);

/// One row a function (or group), a cell a column, over all chosen parts, or those that a graph of
/// `from` is made of. Needs no call, so it is cheaper than a graph.
[[nodiscard]] CostRows self_costs(const Profile& profile, const PartSet& parts,
                                  std::span<const EventSum> columns, const NodeMap& groups,
                                  EdgesFrom from = EdgesFrom::kAll);
[[nodiscard]] CostRows self_costs(const Profile& profile, const PartSet& parts,
                                  std::span<const EventSum> columns);

/// Σ self of one function over the chosen parts, one number a column.
[[nodiscard]] std::vector<int128> self_costs_of(const Profile& profile, FunctionId function,
                                                const PartSet& parts,
                                                std::span<const EventSum> columns);

/// Σ self of what a filter has apportioned by a guess: which part of the totals their pieces are.
[[nodiscard]] std::vector<int128> apportioned(const Profile& profile, const PartSet& parts,
                                              std::span<const EventSum> columns);
/// Calls use(table, row) for each self cost of the chosen parts without exact stacks.
template <class Use>
void each_recorded_self(const Profile& profile, const PartSet& parts, Use use) {
  for (const Part* const part : chosen_parts(profile, parts)) {
    const bool has_stacks = part->contexts != ContextUse::kNone;
    for (size_t row = part->first_self; !has_stacks && row < part->end_self; ++row) {
      use(part->table, row);
    }
  }
}

/// Whether the totals of the chosen parts are estimates themselves.
[[nodiscard]] bool has_estimated_totals(const Profile& profile, const PartSet& parts);

/// Σ self (or the highest, of peaks) over the chosen parts, one number a column.
[[nodiscard]] std::vector<int128> totals(const Profile& profile, const PartSet& parts,
                                         std::span<const EventSum> columns);

/// By event of the profile: what the chosen parts declare beyond their rows, added up.
[[nodiscard]] std::vector<int128> costs_without_rows(const Profile& profile, const PartSet& parts);

}  // namespace quern
