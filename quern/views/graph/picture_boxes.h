// SPDX-License-Identifier: MIT
//
// The nodes of a drawn call graph before any is left out: each function or group, or each cycle of
// several of them as one box. Costs of such a cycle come from a graph whose nodes are boxes, so
// that each stack counts once, from call graphs and from exact stacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/graph/cycles.h"

namespace quern {

class PictureBoxes {
 public:
  using IsBefore = std::function<bool(uint32_t left, uint32_t right)>;
  /// Of so many functions or groups, whose cycles are joined unless `opens_cycles`. Keeps a
  /// reference to the cycles. `is_before`: the order of the members of a cycle.
  PictureBoxes(size_t nodes, const Cycles& cycles, bool opens_cycles, IsBefore is_before);

  [[nodiscard]] size_t size() const { return size_; }
  /// Whether a box has several nodes. If none has, boxes are numbered as nodes are.
  [[nodiscard]] bool has_joined() const { return !box_of_.empty(); }
  [[nodiscard]] uint32_t box(uint32_t node) const { return box_of_.empty() ? node : box_of_[node]; }
  /// Its node; of a cycle its first member.
  [[nodiscard]] uint32_t first(uint32_t box) const { return box_of_.empty() ? box : first_[box]; }
  /// The nodes of a box that is a cycle, in order; none of other boxes.
  [[nodiscard]] std::vector<uint32_t> members(uint32_t box) const;
  /// How many functions or groups it has.
  [[nodiscard]] size_t node_count(uint32_t box) const;
  /// By function of a profile, of which `nodes` has the nodes.
  [[nodiscard]] std::vector<uint32_t> box_of_functions(size_t functions,
                                                       const NodeMap& nodes) const;

 private:
  void join_cycles();
  [[nodiscard]] std::span<const uint32_t> joined(uint32_t box) const;

  const Cycles& cycles_;
  IsBefore is_before_;
  size_t size_;
  std::vector<uint32_t> box_of_;  ///< by node; empty: each is its own box
  std::vector<uint32_t> first_;   ///< by box
};

}  // namespace quern
