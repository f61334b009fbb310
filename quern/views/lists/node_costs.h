// SPDX-License-Identifier: MIT
//
// The call graph of a question with its names, cycles and inclusive costs: what `top` and `peek`
// make their rows from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "quern/query/computed_values.h"
#include "quern/query/selection.h"
#include "quern/views/lists/costs_by_node.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/lists/top.h"

namespace quern {

class NodeCosts {
 public:
  using Edges = CostsByNode::Edges;
  /// Keeps a reference to `profile`.
  NodeCosts(const Profile& profile, const Selection& selection, Edges edges);

  [[nodiscard]] const Nodes& nodes() const { return *nodes_; }
  /// The texts of groups, for rows that outlive this object.
  [[nodiscard]] std::shared_ptr<const Grouping> grouping() const {
    return {nodes_, &nodes_->grouping()};
  }
  [[nodiscard]] int128 self(uint32_t node, size_t column) const {
    return costs_.self(node, column);
  }
  [[nodiscard]] Amount self_amount(uint32_t node, size_t column) const {
    return costs_.self_amount(node, column);
  }
  [[nodiscard]] Amount inclusive(uint32_t node, size_t column) const {
    return costs_.inclusive(node, column);
  }
  /// All edges, only where they were wanted.
  [[nodiscard]] const CallGraph& graph() const { return costs_.graph(); }
  /// See CostsByNode.
  [[nodiscard]] const CostRows& self_rows() const { return costs_.self_rows(); }
  [[nodiscard]] std::optional<int128> calls(uint32_t node) const { return costs_.calls(node); }
  [[nodiscard]] std::optional<Amount> calls_amount(uint32_t node) const {
    return costs_.calls_amount(node);
  }
  [[nodiscard]] bool has_calls() const { return costs_.has_calls(); }
  /// Of the parts without exact stacks alone.
  [[nodiscard]] const InclusiveCosts& recorded() const { return costs_.recorded(); }
  [[nodiscard]] const Cycles& cycles() const { return costs_.cycles(); }
  /// What rows of `selection`, which has the same columns, are sorted by: a self or inclusive cost,
  /// or its lower bound; or calls, estimates too.
  [[nodiscard]] int128 sort_cost(uint32_t node, const Selection& selection) const;
  /// The number of its cycle. Of groups, those that call only themselves are on none: calls inside
  /// a group are no recursion.
  [[nodiscard]] std::optional<uint32_t> cycle(uint32_t node) const;
  [[nodiscard]] TopRow row(uint32_t node) const;
  /// What the computed columns are of its self or of its inclusive costs.
  [[nodiscard]] ComputedRow computed(uint32_t node, SortBy of) const;

 private:
  std::shared_ptr<const Nodes> nodes_;
  CostsByNode costs_;
  Selection selection_;
};

}  // namespace quern
