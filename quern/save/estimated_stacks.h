// SPDX-License-Identifier: MIT
//
// Stacks for costs of which only a call graph is known: what a function cost is split among its
// callers in proportion to what their calls cost. Branches too small to matter are not followed,
// and what a function cost beyond its branches stands below kNoStack: the sum of each function's
// self costs is exact, only where on which stack they stand is an estimate.
#pragma once

#include <span>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/analysis/trees/call_tree.h"
#include "quern/filters/walk/new_functions.h"
#include "quern/model/builder.h"

namespace quern {

class EstimatedStacks {
 public:
  EstimatedStacks(const Profile& profile, const PartSet& parts, std::span<const EventId> events);

  /// Adds the contexts to the builder's open part; `ids` are its events by those of the profile.
  /// Whether there was any call: without one, each function stands alone, which is exact.
  [[nodiscard]] bool push(NewFunctions& functions, std::span<const EventId> ids,
                          ProfileBuilder& to);

 private:
  struct Open {
    TreeBranch branch;
    ContextId parent;
  };
  void push_children(std::vector<TreeBranch> branches, ContextId parent);
  [[nodiscard]] bool is_large(const TreeBranch& branch) const;
  [[nodiscard]] ContextId push_costs(FunctionId function, ContextId parent);
  void take_share(const TreeBranch& branch);
  void push_rest(const Profile& profile);

  const Profile* profile_;
  std::vector<EventId> events_;
  CallGraph graph_;
  std::vector<int128> totals_;
  std::vector<int128> left_;   ///< by function and event: self cost that has no stack yet
  std::vector<int128> costs_;  ///< by event: of the context at hand
  std::vector<Open> open_;
  size_t pushed_ = 0;
  std::span<const EventId> ids_;
  NewFunctions* functions_ = nullptr;
  ProfileBuilder* to_ = nullptr;
};

}  // namespace quern
