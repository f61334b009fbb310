// SPDX-License-Identifier: MIT
//
// The nodes of a drawn call graph before any is left out: each function or group, or each cycle of
// several of them as one box. Costs of such a cycle come from a graph whose nodes are boxes, so
// that each stack counts once, from call graphs and from exact stacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/model/profile.h"
#include "quern/query/selection.h"
#include "quern/views/lists/node_costs.h"

namespace quern {

class PictureBoxes {
 public:
  /// Keeps references. `nodes`: with all edges.
  PictureBoxes(const Profile& profile, const Selection& selection, const NodeCosts& nodes,
               bool opens_cycles);

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] uint32_t box(uint32_t node) const { return box_of_.empty() ? node : box_of_[node]; }
  /// Its node; of a cycle the one with the highest self cost.
  [[nodiscard]] uint32_t first(uint32_t box) const { return box_of_.empty() ? box : first_[box]; }
  /// The nodes of a box that is a cycle, by descending self cost; none of other boxes.
  [[nodiscard]] std::vector<uint32_t> members(uint32_t box) const;

  /// By box. Where there are exact stacks, the graph has one node more: it calls their roots.
  [[nodiscard]] const CostsByNode& costs() const { return own_ ? *own_ : nodes_; }
  [[nodiscard]] const CallGraph& graph() const { return costs().graph(); }
  [[nodiscard]] const NodeCosts& nodes() const { return nodes_; }
  /// How many functions or groups it has.
  [[nodiscard]] size_t node_count(uint32_t box) const;
  /// The order of boxes that cost the same: by name, file and object.
  [[nodiscard]] bool is_before(uint32_t left, uint32_t right) const {
    return nodes_.nodes().is_before(first(left), first(right));
  }

 private:
  void join_cycles();
  [[nodiscard]] std::span<const uint32_t> joined(uint32_t box) const;
  [[nodiscard]] bool costs_more(uint32_t left, uint32_t right) const;

  const NodeCosts& nodes_;
  size_t size_;
  bool has_costs_;
  std::vector<uint32_t> box_of_;  ///< by node; empty: each is its own box
  std::vector<uint32_t> first_;   ///< by box
  std::optional<CostsByNode> own_;
};

}  // namespace quern
