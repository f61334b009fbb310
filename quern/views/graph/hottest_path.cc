// SPDX-License-Identifier: MIT
//
// Follows the most expensive edge from a start, down and up, until there is none or the path comes
// back to itself. Solid edges are preferred to dashed ones, whose costs are only upper bounds.
#include "quern/views/graph/hottest_path.h"

#include <vector>

namespace quern {

namespace {

class PathMarker {
 public:
  PathMarker(ChosenGraph& chosen, const PathHeat& heat)
      : nodes_(chosen.nodes), callees_(nodes_.size()), callers_(nodes_.size()) {
    for (ChosenEdge& edge : chosen.edges) {
      add(edge.from, edge.to, {heat.of_edge(edge.edge), false, &edge.is_hot});
    }
    for (ChosenWay& way : chosen.ways) {
      add(way.from, way.to, {heat.of_way(way), true, &way.is_hot});
    }
  }

  void mark_from(uint32_t start) {
    nodes_[start].is_hot = true;
    follow(callees_, start);
    follow(callers_, start);
  }

 private:
  struct Way {
    int128 heat;
    bool is_dashed;
    bool* is_hot;
    uint32_t to = 0;
  };
  using Ways = std::vector<std::vector<Way>>;

  void add(uint32_t from, uint32_t to, Way way) {
    way.to = to;
    callees_[from].push_back(way);
    way.to = from;
    callers_[to].push_back(way);
  }

  /// The hottest way on, the first of equal ones: nodes descend by cost.
  [[nodiscard]] const Way* best(const std::vector<Way>& ways) const {
    const Way* best = nullptr;
    for (const Way& way : ways) {
      if (way.heat <= 0 || nodes_[way.to].is_hot) {
        continue;
      }
      if (best == nullptr || (way.is_dashed == best->is_dashed && way.heat > best->heat)) {
        best = &way;  // dashed ones follow all others
      }
    }
    return best;
  }

  void follow(const Ways& ways, uint32_t at) {
    while (const Way* way = best(ways[at])) {
      *way->is_hot = true;
      at = way->to;
      nodes_[at].is_hot = true;
    }
  }

  std::vector<ChosenNode>& nodes_;
  Ways callees_, callers_;
};

}  // namespace

void mark_hottest_path(ChosenGraph& chosen, uint32_t start, const PathHeat& heat) {
  PathMarker(chosen, heat).mark_from(start);
}

}  // namespace quern
