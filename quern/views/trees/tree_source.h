// SPDX-License-Identifier: MIT
//
// What answers about trees of calls ask alike of a selection, and the tree of one profile with all
// that it is made from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/trees/call_tree.h"
#include "quern/base/diagnostic.h"
#include "quern/model/profile.h"
#include "quern/query/selection.h"

namespace quern {

/// Whether some of the chosen parts have exact stacks and others do not: there is no tree of both.
[[nodiscard]] bool has_mixed_stacks(const Profile& profile, const Selection& selection);
/// The error that says so.
[[nodiscard]] Diagnostic mixed_stacks();

/// The error for several events; `what` is "a flame graph is" or the like.
[[nodiscard]] Diagnostic several_events(std::string_view what);

/// Leaves the first columns of numbers by column: those that are shown, where others stood beside
/// them for queries and ratios.
template <class Number>
void leave_columns(std::vector<Number>& numbers, size_t shown) {
  numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(std::min(shown, numbers.size())),
                numbers.end());
}

class ProfileTree {
 public:
  /// The chosen parts are of one kind. Keeps a reference to the profile alone.
  ProfileTree(const Profile& profile, const Selection& selection, const NodeMap& nodes,
              bool bottom_up, Recursion recursion);
  /// Of parts without exact stacks, from their graph, which it keeps references to.
  ProfileTree(const Profile& profile, const Selection& selection, const NodeMap& nodes,
              const GraphCosts& graph, bool bottom_up, Recursion recursion);
  ProfileTree(const ProfileTree&) = delete;  // its parts point at each other
  ProfileTree& operator=(const ProfileTree&) = delete;
  ~ProfileTree() = default;

  [[nodiscard]] const CallTree& calls() const { return *tree_; }
  /// The columns of the selection, with those beside.
  [[nodiscard]] const ColumnCosts& columns() const { return columns_; }
  /// From exact stacks, which a call graph may tell too where names tell functions apart by their
  /// callers; else from a call graph.
  [[nodiscard]] bool is_exact() const { return stacks_ != nullptr; }

 private:
  struct Graph {
    explicit Graph(CallGraph of)
        : calls(std::move(of)),
          cycles(find_cycles(calls)),
          inclusive(inclusive_costs(calls, cycles)) {}
    CallGraph calls;
    Cycles cycles;
    InclusiveCosts inclusive;
    [[nodiscard]] GraphCosts costs() const {
      return {.graph = &calls, .cycles = &cycles, .inclusive = &inclusive};
    }
  };
  [[nodiscard]] bool grow_apart(const Profile& profile, const Selection& selection,
                                const NodeMap& nodes, bool bottom_up, Recursion recursion);
  /// Groups of functions of which each has one caller: their stacks are known.
  [[nodiscard]] bool grow_groups(const Profile& profile, const Selection& selection,
                                 const NodeMap& nodes, bool bottom_up, Recursion recursion);
  [[nodiscard]] bool has_peaks() const;
  void grow_folded(bool bottom_up);

  ColumnCosts columns_;
  std::unique_ptr<const StackTree> stacks_;
  std::unique_ptr<const Graph> graph_;
  GraphCosts costs_{};                  ///< of that, or of somebody else's
  std::unique_ptr<const Graph> apart_;  ///< of functions that names tell apart
  GraphCosts apart_costs_{};
  std::vector<uint32_t> node_of_;  ///< by node of that
  std::unique_ptr<const CallTree> apart_tree_, plain_tree_;
  std::unique_ptr<const CallTree> tree_;
};

}  // namespace quern
