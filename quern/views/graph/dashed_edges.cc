// SPDX-License-Identifier: MIT
#include "quern/views/graph/dashed_edges.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace quern {

namespace {

/// Which nodes lead to which, by the edges added so far.
class ReachedNodes {
 public:
  explicit ReachedNodes(size_t count) : count_(count), reached_(count, count) {
    for (size_t node = 0; node < count; ++node) {
      reached_.add(node, node);
    }
  }
  [[nodiscard]] bool leads(size_t from, size_t to) const { return reached_.contains(from, to); }
  /// A node gains others at most `count` times, so that all edges take count³ / 64 steps.
  void add(size_t from, size_t to) {
    for (size_t node = 0; node < count_ && !leads(from, to); ++node) {
      if (node != from && leads(node, from)) {
        reached_.unite(node, reached_, to);
      }
    }
    reached_.unite(from, reached_, to);
  }

 private:
  size_t count_;
  NumberSets reached_;
};

/// Which nodes edges connect, whatever their direction.
class ConnectedNodes {
 public:
  explicit ConnectedNodes(size_t count) : group_of_(count) {
    std::iota(group_of_.begin(), group_of_.end(), size_t{0});
  }
  /// False: they were connected before.
  bool connect(size_t left, size_t right) {
    const size_t from = group_of_[left];
    const size_t to = group_of_[right];
    std::ranges::replace(group_of_, from, to);
    return from != to;
  }

 private:
  std::vector<size_t> group_of_;
};

/// For each pair of nodes, the most that the ways between them can cost. Whoever takes such a way
/// makes one of the calls that begin them and one of those that end them, and has both nodes on the
/// stack. So neither sum, nor the inclusive cost of a node, is below the cost of the ways.
class WayCosts {
 public:
  WayCosts(const CallPicture& picture, const CallGraph& graph, const HiddenWays& ways)
      : count_(picture.nodes.size()), begins_(count_ * count_), ends_(count_ * count_) {
    const auto sum_to = [&](std::vector<int128>& sums) {
      return [&](size_t from, size_t to, uint32_t edge) {
        int128& sum = sums[from * count_ + to];
        const int128 cost = graph.event_count() == 0 ? int128{0} : graph.inclusive(edge, 0);
        sum = picture.is_peak ? std::max(sum, cost) : sum + cost;
      };
    };
    ways.each_begin(sum_to(begins_));
    ways.each_end(sum_to(ends_));
  }

  [[nodiscard]] int128 most(const CallPicture& picture, const DashedEdge& edge) const {
    const size_t at = edge.from * count_ + edge.to;
    const int128 least =
        std::min({begins_[at], ends_[at], upper_of(picture.nodes[edge.from].inclusive),
                  upper_of(picture.nodes[edge.to].inclusive)});
    return std::max<int128>(0, least);
  }

 private:
  size_t count_;
  std::vector<int128> begins_, ends_;
};

/// All pairs of nodes that followed calls connect, and no edge does.
std::vector<DashedEdge> possible_edges(const DashedGround& ground, const ReachedNodes& reached) {
  const auto count = static_cast<uint32_t>(ground.kept.size());
  if (count < 2) {
    return {};
  }
  const HiddenWays ways(ground.boxes->graph(), ground.drawn, count, ground.is_followed);
  std::vector<DashedEdge> edges;
  for (uint32_t from = 0; from < count; ++from) {
    for (uint32_t to = 0; to < count; ++to) {
      if (ways.leads(from, to) && !reached.leads(from, to)) {
        edges.push_back({.from = from, .to = to, .cost = {}});
      }
    }
  }
  return edges;
}

/// First edges that connect nodes which nothing else connects, then others, up to the limit.
void choose_edges(CallPicture& picture, ReachedNodes& reached,
                  std::span<const DashedEdge> by_cost) {
  ConnectedNodes connected(picture.nodes.size());
  for (const PictureEdge& edge : picture.edges) {
    connected.connect(edge.from, edge.to);
  }
  for (const bool connects : {true, false}) {
    for (const DashedEdge& edge : by_cost) {
      if (reached.leads(edge.from, edge.to) ||
          (connects && !connected.connect(edge.from, edge.to))) {
        continue;
      }
      if (picture.dashed_edges.size() == picture.nodes.size()) {
        ++picture.cut.dashed_edges;
        continue;
      }
      reached.add(edge.from, edge.to);
      picture.dashed_edges.push_back(edge);
    }
  }
}

}  // namespace

void add_dashed_edges(CallPicture& picture, const DashedGround& ground) {
  const PictureBoxes& boxes = *ground.boxes;
  ReachedNodes reached(ground.kept.size());
  for (const PictureEdge& edge : picture.edges) {
    reached.add(edge.from, edge.to);
  }
  std::vector<DashedEdge> possible = possible_edges(ground, reached);
  if (possible.empty()) {
    return;
  }
  const HiddenWays ways(boxes.graph(), ground.drawn, ground.kept.size(),
                        [](uint32_t) { return true; });
  const WayCosts costs(picture, boxes.graph(), ways);
  for (DashedEdge& edge : possible) {
    edge.cost.upper = costs.most(picture, edge);
  }
  const auto ends = [](const DashedEdge& edge) { return std::pair(edge.from, edge.to); };
  std::ranges::sort(possible, [&](const DashedEdge& left, const DashedEdge& right) {
    return left.cost.upper != right.cost.upper ? left.cost.upper > right.cost.upper
                                               : ends(left) < ends(right);
  });
  choose_edges(picture, reached, possible);
  std::ranges::sort(picture.dashed_edges, {}, ends);
  ways.each_on_ways(std::span(picture.dashed_edges), [&](uint32_t box, DashedEdge& edge) {
    edge.functions += boxes.node_count(box);
  });
}

}  // namespace quern
