// SPDX-License-Identifier: MIT
//
// Self and inclusive costs of all functions (or groups) of a profile over all its parts, as `top`
// shows them: of a cost that is not known exactly, the lower bound.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/model/profile.h"

namespace quern {

class FunctionSums {
 public:
  /// Keeps references to `profile` and what `nodes` refers to.
  FunctionSums(const Profile& profile, std::span<const EventId> events, const NodeMap& nodes);

  /// `event`: its place among those that were asked for.
  [[nodiscard]] int128 self(size_t node, size_t event) const { return self_.at(node, event); }
  [[nodiscard]] int128 inclusive(size_t node, size_t event) const;
  /// Nothing: the input records no calls.
  [[nodiscard]] std::optional<int128> calls(size_t node) const;
  /// Calls use(graph) with the calls of all parts. Where there are exact stacks, the node behind
  /// the last calls their roots.
  template <class Use>
  void with_calls(const Use& use) const {
    if (stacks_) {
      use(profile_graph(*profile_, parts_, columns_, nodes_, EdgesFrom::kAll));
    } else {
      use(graph_);
    }
  }

 private:
  const Profile* profile_;
  NodeMap nodes_;
  PartSet parts_;
  std::vector<EventSum> columns_;
  std::vector<bool> is_max_;  ///< by column
  CostRows self_;
  CallGraph graph_;  ///< of the parts without exact stacks
  InclusiveCosts inclusive_;
  bool has_calls_;
  std::optional<ContextSums> stacks_;
};

}  // namespace quern
