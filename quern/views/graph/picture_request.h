// SPDX-License-Identifier: MIT
//
// What a drawn call graph is asked to show, of one profile or of a comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "quern/analysis/groups/grouping.h"
#include "quern/query/group_rules.h"

namespace quern {

struct PictureRequest {
  /// Only this function (FunctionId::value) or group, or this node of a comparison, with callers
  /// and callees. It is always shown.
  std::optional<uint32_t> around = {};
  size_t up = 2;    ///< levels of callers above `around`
  size_t down = 3;  ///< levels of callees below it
  /// The least inclusive cost of a node (of bounds the upper) and the least cost of an edge, in
  /// hundredths of a percent of the total, or of the inclusive cost of `around` if that is less.
  uint32_t least_node_share = 100;
  uint32_t least_edge_share = 50;
  size_t most_nodes = 60;     ///< 0 or above kMostNodes: kMostNodes
  bool opens_cycles = false;  ///< a cycle is several nodes instead of one
  /// What the clusters are: not kFunction, kLine or kLoop. kRules needs `cluster_rules`.
  std::optional<GroupBy> cluster_by = {};
  std::shared_ptr<const GroupRules> cluster_rules = {};
  size_t cluster_dir_depth = 0;  ///< of kDir: see Selection::dir_depth

  static constexpr size_t kMostNodes = 512;
  /// Of so many nodes: more edges than these, the most expensive ones, nobody could follow.
  [[nodiscard]] static constexpr size_t most_edges(size_t nodes) { return 200 + 6 * nodes; }
};

}  // namespace quern
