// SPDX-License-Identifier: MIT
#include "quern/views/graph/hottest_path.h"

#include <vector>

namespace quern {

namespace {

class PathMarker {
 public:
  explicit PathMarker(CallPicture& picture)
      : picture_(picture), callees_(picture.nodes.size()), callers_(picture.nodes.size()) {
    for (PictureEdge& edge : picture.edges) {
      add(edge.from, edge.to, {lower_of(edge.cost), false, &edge.is_hot});
    }
    for (DashedEdge& edge : picture.dashed_edges) {
      add(edge.from, edge.to, {edge.cost.upper, true, &edge.is_hot});
    }
  }

  void mark_from(uint32_t start) {
    picture_.nodes[start].is_hot = true;
    follow(callees_, start);
    follow(callers_, start);
  }

 private:
  struct Way {
    int128 cost;
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

  /// The most expensive way on, the first of equal ones: nodes descend by cost.
  [[nodiscard]] const Way* best(const std::vector<Way>& ways) const {
    const Way* best = nullptr;
    for (const Way& way : ways) {
      if (way.cost <= 0 || picture_.nodes[way.to].is_hot) {
        continue;
      }
      if (best == nullptr || (way.is_dashed == best->is_dashed && way.cost > best->cost)) {
        best = &way;  // dashed ones follow all others
      }
    }
    return best;
  }

  void follow(const Ways& ways, uint32_t at) {
    while (const Way* way = best(ways[at])) {
      *way->is_hot = true;
      at = way->to;
      picture_.nodes[at].is_hot = true;
    }
  }

  CallPicture& picture_;
  Ways callees_, callers_;
};

}  // namespace

void mark_hottest_path(CallPicture& picture) {
  if (!picture.nodes.empty()) {
    PathMarker(picture).mark_from(0);
  }
}

}  // namespace quern
