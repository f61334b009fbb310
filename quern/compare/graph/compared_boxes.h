// SPDX-License-Identifier: MIT
//
// The call graphs of both sides of a comparison as one, and its nodes before any is left out: each
// function or group, or each cycle of several of them as one box.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/views/graph/picture_boxes.h"

namespace quern {

/// All calls of all runs, with two events: what a call costs on the old and on the new side, as
/// DiffCosts::edge_inclusive(), in the first column. It has no events if there is no column, and no
/// self costs. Counts are 1.
[[nodiscard]] CallGraph calls_of_sides(const DiffCosts& costs, size_t nodes);

class ComparedBoxes {
 public:
  /// Keeps a reference.
  ComparedBoxes(const MatchedCosts& sides, bool opens_cycles);
  ComparedBoxes(const ComparedBoxes&) = delete;  // its parts point at each other
  ComparedBoxes& operator=(const ComparedBoxes&) = delete;
  ~ComparedBoxes() = default;

  [[nodiscard]] const PictureBoxes& boxes() const { return boxes_; }
  /// By box.
  [[nodiscard]] const DiffCosts& costs() const { return own_costs_ ? *own_costs_ : sides_.costs; }
  [[nodiscard]] const CallGraph& graph() const { return own_graph_ ? *own_graph_ : graph_; }
  /// With its names and costs. A cycle has no values of formulas.
  [[nodiscard]] DiffRow row(uint32_t box) const;

 private:
  [[nodiscard]] std::optional<DiffSide> side_of_cycle(uint32_t box, Version side) const;
  /// Of the larger side.
  [[nodiscard]] int128 self(uint32_t node) const;
  void join_costs();

  const MatchedCosts& sides_;
  CallGraph graph_;  ///< by node
  Cycles cycles_;
  PictureBoxes boxes_;
  // By box; nothing if each node is a box.
  std::optional<DiffCosts> own_costs_;
  std::optional<CallGraph> own_graph_;
};

}  // namespace quern
