// SPDX-License-Identifier: MIT
//
// Chooses boxes first, then edges between them. Boxes are those with the highest inclusive cost
// among what the request allows. The number of edges is limited too: a picture full of arrows shows
// nothing. What is left out is counted at each box.
#include "quern/views/graph/graph_choice.h"

#include <algorithm>
#include <span>
#include <utility>

#include "quern/analysis/graph/cycles.h"
#include "quern/views/graph/dashed_edges.h"
#include "quern/views/graph/hidden_ways.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/trees/tree_growth.h"

namespace quern {

namespace {

class GraphChooser {
 public:
  GraphChooser(const GraphGround& ground, const PictureRequest& request)
      : ground_(ground), graph_(*ground.graph), request_(request), whole_(ground.total) {
    if (whole_ && ground.around) {
      whole_ = std::min(*whole_, ground.largest(*ground.around, upper_of));
    }
    chosen_.drawn.assign(graph_.node_count(), HiddenWays::kHidden);
  }

  [[nodiscard]] ChosenGraph choose() {
    choose_nodes();
    count_calls();
    add_edges();
    add_dashed_edges(chosen_, ground_, [this](uint32_t edge) { return is_kept(edge); });
    return std::move(chosen_);
  }

 private:
  /// A share of 0 leaves nothing out, not even costs below 0.
  [[nodiscard]] bool reaches(int128 cost, uint32_t share) const {
    return share == 0 || LeastWeight{.share = share}.admits(cost, whole_);
  }
  [[nodiscard]] int128 largest_cost(uint32_t edge) const {
    int128 most = ground_.side_count() == 0 ? int128{0} : graph_.inclusive(edge, 0);
    for (size_t side = 1; side < ground_.side_count(); ++side) {
      most = std::max(most, graph_.inclusive(edge, side));
    }
    return most;
  }
  [[nodiscard]] bool is_kept(uint32_t edge) const {
    return reaches(largest_cost(edge), request_.least_edge_share);
  }
  [[nodiscard]] bool is_drawn(uint32_t node) const {
    return chosen_.drawn[node] != HiddenWays::kHidden;
  }

  /// Adds the callers (or callees) of a box, up to so many levels away, to `within`.
  void reach(uint32_t start, size_t levels, bool of_callers, std::vector<bool>& within) const {
    std::vector<bool> seen(ground_.box_count);
    std::vector<uint32_t> level = {start};
    std::vector<uint32_t> next;
    const auto visit = [&](uint32_t edge) {
      const uint32_t other = of_callers ? graph_.caller(edge) : graph_.callee(edge);
      if (other < ground_.box_count && !seen[other] && is_kept(edge)) {
        seen[other] = within[other] = true;
        next.push_back(other);
      }
    };
    for (; levels != 0 && !level.empty(); --levels) {
      next.clear();
      for (const uint32_t box : level) {
        if (of_callers) {
          std::ranges::for_each(graph_.calls_to(box), visit);
        } else {
          std::ranges::for_each(graph_.calls_from(box), visit);
        }
      }
      std::swap(level, next);
    }
  }

  void show(uint32_t box) {
    chosen_.drawn[box] = static_cast<uint32_t>(chosen_.nodes.size());
    chosen_.nodes.push_back({.box = box});
  }

  /// The box that the picture is around comes first, whatever it costs.
  void choose_nodes() {
    std::vector<bool> within(ground_.box_count, !ground_.around);
    std::vector<uint32_t> candidates;
    size_t room = request_.most_nodes == 0
                      ? PictureRequest::kMostNodes
                      : std::min(request_.most_nodes, PictureRequest::kMostNodes);
    if (ground_.around) {
      reach(*ground_.around, request_.up, true, within);
      reach(*ground_.around, request_.down, false, within);
      within[*ground_.around] = false;
      show(*ground_.around);
      --room;
    }
    for (uint32_t box = 0; box < ground_.box_count; ++box) {
      if (within[box] && ground_.fits[box] &&
          reaches(ground_.largest(box, upper_of), request_.least_node_share)) {
        candidates.push_back(box);
      }
    }
    room = std::min(room, candidates.size());
    rank(
        candidates, room, [this](uint32_t box) { return ground_.largest(box, lower_of); },
        ground_.is_before);
    std::ranges::for_each(std::span(candidates).first(room), [this](uint32_t box) { show(box); });
  }

  /// As if no edge were shown.
  void count_calls() {
    const bool has_roots = graph_.node_count() > ground_.box_count;
    chosen_.edges_cut =
        graph_.edge_count() - (has_roots ? graph_.calls_from(ground_.box_count).size() : 0);
    for (ChosenNode& node : chosen_.nodes) {
      const auto is_self = static_cast<size_t>(graph_.find(node.box, node.box).has_value());
      const std::span<const uint32_t> callers = graph_.calls_to(node.box);
      const bool is_root = !callers.empty() && graph_.caller(callers.back()) == ground_.box_count;
      node.callers_cut = callers.size() - is_self - static_cast<size_t>(is_root);
      node.callees_cut = graph_.calls_from(node.box).size() - is_self;
    }
  }

  /// Each edge that is shown lowers the counts of what is cut.
  void add_edges() {
    const Cycles cycles = find_cycles(graph_);
    for (ChosenNode& node : chosen_.nodes) {
      for (const uint32_t edge : graph_.calls_from(node.box)) {
        const uint32_t callee = graph_.callee(edge);
        if (!is_drawn(callee) || !is_kept(edge)) {
          continue;
        }
        chosen_.edges.push_back(
            {.from = chosen_.drawn[node.box],
             .to = chosen_.drawn[callee],
             .edge = edge,
             .is_recursive = cycles.component(node.box) == cycles.component(callee)});
      }
    }
    drop_cheapest_edges();
    for (const ChosenEdge& edge : chosen_.edges) {
      --chosen_.edges_cut;
      if (edge.from != edge.to) {
        --chosen_.nodes[edge.from].callees_cut;
        --chosen_.nodes[edge.to].callers_cut;
      }
    }
    std::ranges::sort(chosen_.edges, {},
                      [](const ChosenEdge& edge) { return std::pair(edge.from, edge.to); });
  }

  void drop_cheapest_edges() {
    const size_t most = PictureRequest::most_edges(chosen_.nodes.size());
    if (chosen_.edges.size() <= most) {
      return;
    }
    std::ranges::sort(chosen_.edges, [this](const ChosenEdge& left, const ChosenEdge& right) {
      const int128 one = largest_cost(left.edge);
      const int128 other = largest_cost(right.edge);
      return one != other ? one > other
                          : std::pair(left.from, left.to) < std::pair(right.from, right.to);
    });
    chosen_.edges.resize(most);
  }

  const GraphGround& ground_;
  const CallGraph& graph_;
  const PictureRequest& request_;
  std::optional<int128> whole_;  ///< what least shares are of; nothing without events
  ChosenGraph chosen_;
};

}  // namespace

ChosenGraph choose_graph(const GraphGround& ground, const PictureRequest& request) {
  return GraphChooser(ground, request).choose();
}

}  // namespace quern
