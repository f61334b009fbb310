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

#include "quern/analysis/costs/call_sums.h"
#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/inclusive.h"
#include "quern/model/records/amount.h"
#include "quern/query/selection.h"

namespace quern {

class CostsByNode {
 public:
  /// Whether edges are asked for: they take their time where there are exact stacks.
  enum class Edges : uint8_t { kNone, kWanted };
  /// Parts and columns are those of the selection. Keeps no reference. Of a profile with
  /// Profile::call_costs() in place of calls only by function, of all parts, and without edges.
  CostsByNode(const Profile& profile, const Selection& selection, const NodeMap& nodes,
              Edges edges);

  [[nodiscard]] size_t column_count() const { return recorded().event_count(); }
  [[nodiscard]] int128 self(uint32_t node, size_t column) const {
    return (self_ ? *self_ : recorded_self()).at(node, column);
  }
  /// With its mark: what answers show.
  [[nodiscard]] Amount self_amount(uint32_t node, size_t column) const {
    return amount_of(self(node, column), traced_ && traced_->graph.is_self_estimated(node));
  }
  /// A range up to the total where no call carries the column: see find_uncarried().
  [[nodiscard]] Amount inclusive(uint32_t node, size_t column) const;
  /// Calls of the node; nothing where the input counts none.
  [[nodiscard]] std::optional<int128> calls(uint32_t node) const;
  [[nodiscard]] std::optional<Amount> calls_amount(uint32_t node) const;
  [[nodiscard]] bool has_calls() const { return has_calls_; }
  /// All edges, only where they were wanted. Where there are exact stacks the node after the last
  /// is what calls their roots.
  [[nodiscard]] const CallGraph& graph() const { return edges_ ? *edges_ : traced_->graph; }
  /// Where edges were wanted those of the graph, else of the parts without exact stacks.
  [[nodiscard]] const CostRows& self_rows() const {
    return edges_ ? edges_->self_rows() : recorded_self();
  }
  // Only of the parts without exact stacks:
  [[nodiscard]] const InclusiveCosts& recorded() const {
    return traced_ ? traced_->inclusive : summed_->inclusive;
  }
  [[nodiscard]] const Cycles& cycles() const { return traced_ ? traced_->cycles : summed_->cycles; }
  /// Only where edges were wanted.
  [[nodiscard]] const CallGraph& recorded_graph() const { return traced_->graph; }

 private:
  /// What a graph knows.
  struct Traced {
    CallGraph graph;
    Cycles cycles;
    InclusiveCosts inclusive;
  };
  void find_uncarried();
  [[nodiscard]] Amount recorded_inclusive(uint32_t node, size_t column) const;
  [[nodiscard]] const CostRows& recorded_self() const {
    return traced_ ? traced_->graph.self_rows() : summed_->self;
  }

  // Of the parts without exact stacks, one of these two:
  std::optional<Traced> traced_;       ///< where edges are wanted
  std::optional<CallSums> summed_;     ///< where sums are enough
  std::optional<ContextSums> stacks_;  ///< of the parts with exact stacks
  std::optional<CostRows> self_;       ///< of both, by node; none: recorded_self() has them
  std::optional<CallGraph> edges_;     ///< of both
  std::vector<bool> is_max_;           ///< by column
  /// By column: the total, where no call carries it; empty: calls carry all columns.
  std::vector<std::optional<int128>> uncarried_;
  bool has_calls_;
};

}  // namespace quern
