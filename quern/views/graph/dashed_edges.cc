// SPDX-License-Identifier: MIT
//
// Dashed edges stand for ways through functions that are not drawn. Only a few of them are chosen,
// or a picture would connect nearly everything: first those that connect what nothing else does,
// then the most expensive, each only if no way leads there yet. What they cost is an upper bound:
// the cost of calls does not show which way stacks went on.
#include "quern/views/graph/dashed_edges.h"

#include <algorithm>
#include <numeric>
#include <span>
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
  WayCosts(const ChosenGraph& chosen, const GraphGround& ground, const HiddenWays& ways)
      : count_(chosen.nodes.size()),
        begins_(count_ * count_),
        ends_(count_ * count_),
        inclusive_(count_) {
    const auto sum_to = [&](std::vector<SideCosts>& sums) {
      return [&](size_t from, size_t to, uint32_t edge) {
        for (size_t side = 0; side < ground.side_count(); ++side) {
          int128& sum = sums[from * count_ + to][side];
          const int128 cost = ground.graph->inclusive(edge, side);
          sum = ground.is_peak ? std::max(sum, cost) : sum + cost;
        }
      };
    };
    ways.each_begin(sum_to(begins_));
    ways.each_end(sum_to(ends_));
    for (size_t node = 0; node < count_; ++node) {
      for (size_t side = 0; side < ground.side_count(); ++side) {
        inclusive_[node][side] = upper_of(ground.inclusive(chosen.nodes[node].box, side));
      }
    }
  }

  [[nodiscard]] SideCosts most(size_t from, size_t to) const {
    SideCosts most = {};
    for (size_t side = 0; side < most.size(); ++side) {
      const size_t at = from * count_ + to;
      most[side] = std::max<int128>(0, std::min({begins_[at][side], ends_[at][side],
                                                 inclusive_[from][side], inclusive_[to][side]}));
    }
    return most;
  }

 private:
  size_t count_;
  std::vector<SideCosts> begins_, ends_;
  std::vector<SideCosts> inclusive_;  ///< by node: upper bounds
};

/// All pairs of nodes that followed calls connect, and no edge does.
std::vector<ChosenWay> possible_ways(const ChosenGraph& chosen, const GraphGround& ground,
                                     const HiddenWays::IsFollowed& is_followed,
                                     const ReachedNodes& reached) {
  const auto count = static_cast<uint32_t>(chosen.nodes.size());
  if (count < 2) {
    return {};
  }
  const HiddenWays hidden(*ground.graph, chosen.drawn, count, is_followed);
  std::vector<ChosenWay> ways;
  for (uint32_t from = 0; from < count; ++from) {
    for (uint32_t to = 0; to < count; ++to) {
      if (hidden.leads(from, to) && !reached.leads(from, to)) {
        ways.push_back({.from = from, .to = to});
      }
    }
  }
  return ways;
}

/// First ways that connect nodes which nothing else connects, then others, up to the limit.
void choose_ways(ChosenGraph& chosen, ReachedNodes& reached, std::span<const ChosenWay> by_cost) {
  ConnectedNodes connected(chosen.nodes.size());
  for (const ChosenEdge& edge : chosen.edges) {
    connected.connect(edge.from, edge.to);
  }
  for (const bool connects : {true, false}) {
    for (const ChosenWay& way : by_cost) {
      if (reached.leads(way.from, way.to) || (connects && !connected.connect(way.from, way.to))) {
        continue;
      }
      if (chosen.ways.size() == chosen.nodes.size()) {
        ++chosen.ways_cut;
        continue;
      }
      reached.add(way.from, way.to);
      chosen.ways.push_back(way);
    }
  }
}

}  // namespace

void add_dashed_edges(ChosenGraph& chosen, const GraphGround& ground,
                      const HiddenWays::IsFollowed& is_followed) {
  ReachedNodes reached(chosen.nodes.size());
  for (const ChosenEdge& edge : chosen.edges) {
    reached.add(edge.from, edge.to);
  }
  std::vector<ChosenWay> possible = possible_ways(chosen, ground, is_followed, reached);
  if (possible.empty()) {
    return;
  }
  // All calls this time: a bound must include those that are too cheap to be drawn.
  const HiddenWays hidden(*ground.graph, chosen.drawn, chosen.nodes.size(),
                          [](uint32_t) { return true; });
  const WayCosts costs(chosen, ground, hidden);
  for (ChosenWay& way : possible) {
    way.upper = costs.most(way.from, way.to);
  }
  const auto ends = [](const ChosenWay& way) { return std::pair(way.from, way.to); };
  std::ranges::sort(possible, [&](const ChosenWay& left, const ChosenWay& right) {
    const int128 one = std::ranges::max(left.upper);
    const int128 other = std::ranges::max(right.upper);
    return one != other ? one > other : ends(left) < ends(right);
  });
  choose_ways(chosen, reached, possible);
  std::ranges::sort(chosen.ways, {}, ends);
  hidden.each_on_ways(std::span(chosen.ways), [&](uint32_t box, ChosenWay& way) {
    way.functions += ground.function_count(box);
  });
}

}  // namespace quern
