// SPDX-License-Identifier: MIT
//
// What the functions (or groups) of one profile cost: self, inclusive, calls, and the edges between
// them. Which function counts for which node is the asker's affair, so that several profiles can be
// asked about the same nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/analysis/call_graph.h"
#include "quern/analysis/context_sums.h"
#include "quern/analysis/cycles.h"
#include "quern/analysis/inclusive.h"
#include "quern/model/amount.h"
#include "quern/views/selection.h"

namespace quern {

class CostsByNode {
 public:
  /// Whether edges are asked for: they take their time where there are exact stacks.
  enum class Edges : uint8_t { kNone, kWanted };
  /// Parts and columns are those of the selection. Keeps no reference.
  CostsByNode(const Profile& profile, const Selection& selection, const NodeMap& nodes,
              Edges edges);

  [[nodiscard]] size_t column_count() const { return recorded_.event_count(); }
  [[nodiscard]] int128 self(uint32_t node, size_t column) const {
    return self_ ? self_->at(node, column) : graph_.self(node, column);
  }
  /// With its mark: what answers show.
  [[nodiscard]] Amount self_amount(uint32_t node, size_t column) const {
    return amount_of(self(node, column), graph_.is_self_estimated(node));
  }
  [[nodiscard]] Amount inclusive(uint32_t node, size_t column) const;
  /// Calls of the node; nothing where the input counts none.
  [[nodiscard]] std::optional<int128> calls(uint32_t node) const;
  [[nodiscard]] std::optional<Amount> calls_amount(uint32_t node) const;
  [[nodiscard]] bool has_calls() const { return has_calls_; }
  /// All edges where they were wanted, else those that are recorded. Where there are exact stacks
  /// the node after the last is what calls their roots.
  [[nodiscard]] const CallGraph& graph() const { return edges_ ? *edges_ : graph_; }
  /// Of the parts without exact stacks alone.
  [[nodiscard]] const InclusiveCosts& recorded() const { return recorded_; }
  [[nodiscard]] const Cycles& cycles() const { return cycles_; }

 private:
  CallGraph graph_;  ///< of the parts without exact stacks
  Cycles cycles_;
  InclusiveCosts recorded_;
  std::optional<ContextSums> stacks_;  ///< of the parts with exact stacks
  std::optional<CostRows> self_;       ///< of both, by node; none: graph_ has them
  std::optional<CallGraph> edges_;     ///< of both
  std::vector<bool> is_max_;           ///< by column
  bool has_calls_;
};

}  // namespace quern
