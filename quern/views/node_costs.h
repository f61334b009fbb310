// SPDX-License-Identifier: MIT
//
// The call graph of a question with its names, cycles and inclusive costs: what `top` and `peek`
// make their rows from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "quern/analysis/call_graph.h"
#include "quern/analysis/context_sums.h"
#include "quern/analysis/cycles.h"
#include "quern/analysis/inclusive.h"
#include "quern/views/nodes.h"
#include "quern/views/selection.h"
#include "quern/views/top.h"

namespace quern {

class NodeCosts {
 public:
  /// Whether edges are asked for: they take their time where there are exact stacks.
  enum class Edges : uint8_t { kNone, kWanted };
  /// Keeps a reference to `profile`.
  NodeCosts(const Profile& profile, const Selection& selection, Edges edges);

  [[nodiscard]] const Nodes& nodes() const { return *nodes_; }
  /// The texts of groups, for rows that outlive this object.
  [[nodiscard]] std::shared_ptr<const Grouping> grouping() const {
    return {nodes_, &nodes_->grouping()};
  }
  [[nodiscard]] int128 self(uint32_t node, size_t column) const {
    return self_ ? self_->at(node, column) : graph_.self(node, column);
  }
  /// All edges where they were wanted.
  [[nodiscard]] const CallGraph& graph() const { return edges_ ? *edges_ : graph_; }
  [[nodiscard]] bool has_calls() const { return has_calls_; }
  /// What rows are sorted by: a self or inclusive cost, or its lower bound.
  [[nodiscard]] int128 sort_cost(uint32_t node) const;
  [[nodiscard]] Amount inclusive(uint32_t node, size_t column) const;
  /// Of the parts without exact stacks alone.
  [[nodiscard]] const InclusiveCosts& recorded() const { return recorded_; }
  /// The number of its cycle. Of groups, those that call only themselves are on none: calls inside
  /// a group are no recursion.
  [[nodiscard]] std::optional<uint32_t> cycle(uint32_t node) const;
  [[nodiscard]] TopRow row(uint32_t node) const;

 private:
  std::shared_ptr<const Nodes> nodes_;
  CallGraph graph_;  ///< of the parts without exact stacks
  Cycles cycles_;
  InclusiveCosts recorded_;
  std::optional<ContextSums> stacks_;  ///< of the parts with exact stacks
  std::optional<CostRows> self_;       ///< of both, by node; none: graph_ has them
  std::optional<CallGraph> edges_;     ///< of both
  size_t sort_column_;
  SortBy sort_by_;
  std::vector<bool> is_max_;  ///< by column
  bool has_calls_;
};

}  // namespace quern
