// SPDX-License-Identifier: MIT
//
// A call graph knows what a pair of functions cost together only within bounds: it does not record
// which call led where. The lower bound follows costs that cannot have come from anywhere else; the
// upper bound takes all that may have. Components are visited in the order of calls, each once, so
// the time is linear in the graph for each column.
#include <algorithm>

#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/trees/reach.h"

namespace quern {
namespace {

/// By node: how many calls it is away; 0: out of reach.
std::vector<uint64_t> distances(const CallGraph& graph, uint32_t start, ReachOf of) {
  std::vector<uint64_t> distance(graph.node_count());
  std::vector<uint32_t> reached = {start};
  const auto reach = [&](uint32_t from, uint32_t to) {
    if (distance[to] == 0) {
      distance[to] = (from == start ? 0 : distance[from]) + 1;
      if (to != start) {
        reached.push_back(to);
      }
    }
  };
  size_t next = 0;
  while (next < reached.size()) {  // which grows
    const uint32_t from = reached[next++];
    if (of == ReachOf::kCallees) {
      for (const uint32_t edge : graph.calls_from(from)) {
        reach(from, graph.callee(edge));
      }
    } else {
      for (const uint32_t edge : graph.calls_to(from)) {
        reach(from, graph.caller(edge));
      }
    }
  }
  return distance;
}

struct Range {
  int128 lower = 0, upper = 0;
};

/// What bounds the cost that a node and the asked one have together, in one column.
class TogetherInGraph {
 public:
  TogetherInGraph(const CallGraph& graph, const InclusiveCosts& inclusive, uint32_t asked,
                  ReachOf of)
      : graph_(graph),
        inclusive_(inclusive),
        cycles_(find_cycles(graph)),
        asked_(asked),
        of_(of),
        distance_(distances(graph, asked, of)) {
    for (uint32_t node = 0; node < distance_.size(); ++node) {
      if (distance_[node] != 0) {
        reached_.push_back(node);
      }
    }
  }

  [[nodiscard]] const std::vector<uint32_t>& reached() const { return reached_; }
  [[nodiscard]] uint64_t distance(uint32_t node) const { return distance_[node]; }

  /// By place in reached().
  [[nodiscard]] std::vector<Range> ranges(size_t column, bool is_max) {
    column_ = column;
    std::vector<int128> sure(graph_.node_count());
    std::vector<int128> most(graph_.node_count());
    if (of_ == ReachOf::kCallees) {
      bound_callees(sure, most, is_max);
    } else {
      bound_callers(sure, most, is_max);
    }
    std::vector<Range> ranges;
    for (const uint32_t node : reached_) {
      Range range{
          .lower = sure[node],
          .upper = std::min(inclusive_.upper(node, column), inclusive_.upper(asked_, column))};
      if (!is_max) {
        range.upper = std::min(range.upper, most[node]);
      }
      // Where the input contradicts itself, what is recorded of calls may pass what functions cost.
      range.lower = std::min(range.lower, range.upper);
      ranges.push_back(range);
    }
    return ranges;
  }

 private:
  [[nodiscard]] bool is_in_reach(uint32_t node) const {
    return node == asked_ || distance_[node] != 0;
  }
  [[nodiscard]] bool is_beside_asked(uint32_t node) const {
    return cycles_.component(node) == cycles_.component(asked_);
  }
  [[nodiscard]] int128 cost(uint32_t edge) const { return graph_.inclusive(edge, column_); }

  /// Callers before their callees: whether all that a component cost is known to be of stacks with
  /// the asked node above is known of its callers by then.
  void bound_callees(std::vector<int128>& sure, std::vector<int128>& most, bool is_max) {
    std::vector<uint32_t> order = reached_;
    std::ranges::sort(order, std::ranges::greater{},
                      [this](uint32_t node) { return cycles_.component(node); });
    std::vector<bool> is_below(cycles_.component_count());  // all of it
    for (size_t first = 0; first < order.size();) {
      size_t end = first;
      while (end < order.size() &&
             cycles_.component(order[end]) == cycles_.component(order[first])) {
        ++end;
      }
      bound_component(std::span(order).subspan(first, end - first), is_below, sure, most, is_max);
      first = end;
    }
  }

  void bound_component(std::span<const uint32_t> members, std::vector<bool>& is_below,
                       std::vector<int128>& sure, std::vector<int128>& most, bool is_max) {
    const uint32_t component = cycles_.component(members.front());
    const bool is_own = is_beside_asked(members.front());
    int128 from_below = 0;  // what surely runs below the asked node, of calls into the component
    int128 from_reach = 0;  // what may
    int128 from_all = 0;
    for (const uint32_t node : members) {
      for (const uint32_t edge : graph_.calls_to(node)) {
        const uint32_t caller = graph_.caller(edge);
        if (cycles_.component(caller) == component) {
          continue;
        }
        from_all += cost(edge);
        from_reach += is_in_reach(caller) ? cost(edge) : 0;
        if (caller == asked_ || is_below[cycles_.component(caller)]) {
          from_below += cost(edge);
          sure[node] += cost(edge);
        }
      }
    }
    const bool is_mutual = cycles_.is_mutual(members.front());
    const int128 whole = is_mutual
                             ? inclusive_.of_cycle(cycles_.cycle(members.front()), column_).value
                             : inclusive_.lower(members.front(), column_);
    is_below[component] = !is_own && !is_max && from_below == from_all && from_below >= whole;
    for (const uint32_t node : members) {
      // Calls of the asked node's own cycle run below each other, as often as they like.
      most[node] = is_own ? inclusive_.upper(node, column_) : from_reach;
      if (is_own || is_max) {
        sure[node] = 0;
      } else if (is_below[component]) {
        sure[node] = inclusive_.lower(node, column_);
        most[node] = inclusive_.upper(node, column_);
      }
    }
  }

  /// Each direct call of the asked node from outside of its cycle, and up from there as long as
  /// nobody else calls the caller.
  void bound_callers(std::vector<int128>& sure, std::vector<int128>& most, bool is_max) {
    for (const uint32_t node : reached_) {
      for (const uint32_t edge : graph_.calls_from(node)) {
        most[node] +=
            is_in_reach(graph_.callee(edge)) && graph_.callee(edge) != node ? cost(edge) : 0;
      }
      if (is_beside_asked(node)) {
        most[node] = inclusive_.upper(node, column_);
      }
    }
    if (is_max) {
      return;
    }
    std::vector<int128> passed_up(graph_.node_count());
    for (const uint32_t edge : graph_.calls_to(asked_)) {
      const uint32_t caller = graph_.caller(edge);
      passed_up[caller] += is_beside_asked(caller) ? 0 : cost(edge);
    }
    std::vector<uint32_t> order = reached_;  // callees before their callers
    std::ranges::sort(order, {}, [this](uint32_t node) { return cycles_.component(node); });
    for (const uint32_t node : order) {
      sure[node] += passed_up[node];
      if (const std::optional<uint32_t> above = only_caller(node); above && passed_up[node] != 0) {
        passed_up[*above] += passed_up[node];
      }
    }
  }

  /// The one node that calls another, and whose calls are all that it cost; nothing in cycles.
  [[nodiscard]] std::optional<uint32_t> only_caller(uint32_t node) const {
    if (cycles_.is_mutual(node)) {
      return std::nullopt;
    }
    std::optional<uint32_t> only;
    for (const uint32_t edge : graph_.calls_to(node)) {
      if (graph_.caller(edge) == node) {
        continue;
      }
      if (only || cost(edge) < inclusive_.lower(node, column_)) {
        return std::nullopt;
      }
      only = graph_.caller(edge);
    }
    return only;
  }

  const CallGraph& graph_;
  const InclusiveCosts& inclusive_;
  Cycles cycles_;
  uint32_t asked_;
  ReachOf of_;
  size_t column_ = 0;
  std::vector<uint64_t> distance_;  ///< by node
  std::vector<uint32_t> reached_;
};

}  // namespace

std::vector<Reached> reach_in_graph(const CallGraph& graph, const InclusiveCosts& inclusive,
                                    const std::vector<bool>& is_max, uint32_t node, ReachOf of) {
  TogetherInGraph together(graph, inclusive, node, of);
  std::vector<Reached> all;
  for (const uint32_t each : together.reached()) {
    all.push_back({.node = each,
                   .nearest = together.distance(each),
                   .farthest = std::nullopt,
                   .together = {}});
  }
  for (size_t column = 0; column < is_max.size(); ++column) {
    const std::vector<Range> ranges = together.ranges(column, is_max[column]);
    for (size_t at = 0; at < all.size(); ++at) {
      const auto [lower, upper] = ranges[at];
      all[at].together.push_back(lower == upper ? Amount(Exact{lower})
                                                : Amount(Bounded{lower, upper}));
    }
  }
  return all;
}

}  // namespace quern
