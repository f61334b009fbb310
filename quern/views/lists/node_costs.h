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

class NodeCosts : public CostsByNode {
 public:
  /// Keeps a reference to `profile`.
  NodeCosts(const Profile& profile, const Selection& selection, Edges edges);

  [[nodiscard]] const Nodes& nodes() const { return *nodes_; }
  /// The texts of groups, for rows that outlive this object.
  [[nodiscard]] std::shared_ptr<const Grouping> grouping() const {
    return {nodes_, &nodes_->grouping()};
  }
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
  NodeCosts(std::shared_ptr<const Nodes> nodes, const Profile& profile, const Selection& selection,
            Edges edges);

  std::shared_ptr<const Nodes> nodes_;
  Selection selection_;
};

}  // namespace quern
