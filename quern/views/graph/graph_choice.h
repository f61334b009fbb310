// SPDX-License-Identifier: MIT
//
// Chooses what a drawn call graph shows, by costs alone, so that the picture of one profile and
// that of a comparison are chosen alike. A box is a function, a group, or a cycle of them. Costs
// have sides: one, or the old and the new one of a comparison; the larger cost decides.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/base/int128.h"
#include "quern/model/records/amount.h"
#include "quern/views/graph/picture_request.h"

namespace quern {

/// By side; 0 for sides that are not there.
using SideCosts = std::array<int128, 2>;

/// All boxes and calls.
struct GraphGround {
  /// Nodes are boxes, and one more may call the roots of exact stacks. It has an event a side, or
  /// none where the profiles have no event.
  const CallGraph* graph = nullptr;
  size_t box_count = 0;
  std::optional<uint32_t> around;  ///< the box of PictureRequest::around
  std::vector<bool> fits;          ///< by box: whether it may be shown
  std::optional<int128> total;     ///< what shares are of; nothing without events
  bool is_peak = false;            ///< costs do not add up
  std::function<Amount(uint32_t box, size_t side)> inclusive = {};
  /// The order of boxes that cost the same.
  std::function<bool(uint32_t left, uint32_t right)> is_before = {};
  std::function<size_t(uint32_t box)> function_count = {};  ///< functions or groups of a box

  [[nodiscard]] size_t side_count() const { return graph->event_count(); }
  /// The largest of all sides, by bound(Amount); 0 without events.
  template <class Bound>
  [[nodiscard]] int128 largest(uint32_t box, Bound bound) const {
    int128 most = side_count() == 0 ? int128{0} : bound(inclusive(box, 0));
    for (size_t side = 1; side < side_count(); ++side) {
      most = std::max(most, bound(inclusive(box, side)));
    }
    return most;
  }
};

struct ChosenNode {
  uint32_t box = 0;
  size_t callers_cut = 0, callees_cut = 0;  ///< other boxes without an edge to it, or from it
  bool is_hot = false;
};

struct ChosenEdge {
  uint32_t from = 0, to = 0;  ///< in ChosenGraph::nodes
  uint32_t edge = 0;          ///< of the graph
  bool is_recursive = false;
  bool is_hot = false;
};

/// As DashedEdge, with the upper bound of each side.
struct ChosenWay {
  uint32_t from = 0, to = 0;  ///< in ChosenGraph::nodes
  size_t functions = 0;
  SideCosts upper = {};
  bool is_hot = false;
};

/// What is shown, in the order of CallPicture.
struct ChosenGraph {
  std::vector<ChosenNode> nodes;
  std::vector<ChosenEdge> edges;
  std::vector<ChosenWay> ways;
  /// By node of the graph: its place in `nodes`, or HiddenWays::kHidden.
  std::vector<uint32_t> drawn;
  size_t edges_cut = 0;
  size_t ways_cut = 0;
};

/// Without a hottest path.
[[nodiscard]] ChosenGraph choose_graph(const GraphGround& ground, const PictureRequest& request);

}  // namespace quern
