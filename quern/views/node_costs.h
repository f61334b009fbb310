// SPDX-License-Identifier: MIT
//
// The call graph of a question with its names, cycles and inclusive costs: what `top` and `peek`
// make their rows from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "quern/analysis/call_graph.h"
#include "quern/analysis/cycles.h"
#include "quern/analysis/inclusive.h"
#include "quern/views/nodes.h"
#include "quern/views/selection.h"
#include "quern/views/top.h"

namespace quern {

class NodeCosts {
 public:
  /// Keeps a reference to `profile`.
  NodeCosts(const Profile& profile, const Selection& selection);

  [[nodiscard]] const Nodes& nodes() const { return *nodes_; }
  /// The texts of groups, for rows that outlive this object.
  [[nodiscard]] std::shared_ptr<const Grouping> grouping() const {
    return {nodes_, &nodes_->grouping()};
  }
  [[nodiscard]] const CallGraph& graph() const { return graph_; }
  [[nodiscard]] bool has_calls() const { return has_calls_; }
  /// What rows are sorted by: a self or inclusive cost, or its lower bound.
  [[nodiscard]] int128 sort_cost(uint32_t node) const;
  [[nodiscard]] const InclusiveCosts& inclusive() const { return inclusive_; }
  /// The number of its cycle. Of groups, those that call only themselves are on none: calls inside
  /// a group are no recursion.
  [[nodiscard]] std::optional<uint32_t> cycle(uint32_t node) const;
  [[nodiscard]] TopRow row(uint32_t node) const;

 private:
  std::shared_ptr<const Nodes> nodes_;
  CallGraph graph_;
  Cycles cycles_;
  InclusiveCosts inclusive_;
  size_t sort_column_;
  SortBy sort_by_;
  bool has_calls_;
};

}  // namespace quern
