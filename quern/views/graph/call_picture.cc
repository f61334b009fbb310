// SPDX-License-Identifier: MIT
//
// From what is chosen to what is drawn. A box is a function, a group or a whole cycle; for boxes of
// several functions, costs are added up again by box, because inclusive costs of the members of a
// cycle overlap. The self cost of everything that is not drawn is the total less what is drawn, so
// picture and rest always add up.
#include "quern/views/graph/call_picture.h"

#include <algorithm>
#include <ranges>
#include <span>
#include <utility>

#include "quern/query/columns.h"
#include "quern/views/graph/graph_choice.h"
#include "quern/views/graph/hidden_ways.h"
#include "quern/views/graph/hottest_path.h"
#include "quern/views/graph/picture_boxes.h"
#include "quern/views/graph/picture_clusters.h"
#include "quern/views/lists/find_node.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/queried_rows.h"
#include "quern/views/trees/flame.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

namespace {

/// Fills a picture with the boxes and edges that are chosen, and with what is cut.
class PictureMaker {
 public:
  PictureMaker(const Profile& profile, const NodeCosts& nodes, CallPicture& picture)
      : profile_(profile),
        nodes_(nodes),
        picture_(picture),
        boxes_(nodes.nodes().size(), nodes.cycles(), picture.request.opens_cycles,
               [this](uint32_t left, uint32_t right) { return costs_more(left, right); }),
        costs_total_(totals(profile, picture.selection.parts, column_sums(picture.selection))) {
    if (boxes_.has_joined()) {
      const std::vector<uint32_t> map =
          boxes_.box_of_functions(profile.symbols().functions.size(), nodes.nodes().map());
      own_.emplace(profile, picture.selection, NodeMap{map, boxes_.size()},
                   CostsByNode::Edges::kWanted);
    }
    picture_.totals = total_amounts(picture.selection, costs_total_);
    picture_.is_peak = holds_peaks(profile, picture.selection);
  }

  void make() {
    choose();
    for (const ChosenNode& chosen : chosen_.nodes) {
      picture_.nodes.push_back(node(chosen));
    }
    add_edges();
    count_cut_nodes();
    if (picture_.request.cluster_by) {
      add_clusters();
    }
  }

 private:
  [[nodiscard]] bool has_costs() const { return !picture_.selection.columns.empty(); }
  /// By box. Where there are exact stacks, the graph has one node more: it calls their roots.
  [[nodiscard]] const CostsByNode& costs() const { return own_ ? *own_ : nodes_; }
  [[nodiscard]] int128 self(uint32_t node) const {
    return has_costs() ? nodes_.self(node, 0) : int128{0};
  }
  [[nodiscard]] bool costs_more(uint32_t left, uint32_t right) const {
    const int128 one = self(left);
    const int128 other = self(right);
    return one != other ? one > other : nodes_.nodes().is_before(left, right);
  }

  /// Boxes that match the query: one of their nodes does.
  [[nodiscard]] std::vector<bool> fitting() const {
    const Selection& selection = picture_.selection;
    std::vector<uint32_t> listed = nodes_.nodes().listed();
    const size_t fit =
        bring_fitting(selection.where, listed, NodeRow(selection.where, costs_total_, nodes_));
    std::vector<bool> fits(boxes_.size());
    for (const uint32_t node : std::span(listed).first(fit)) {
      if (!selection.members || (*selection.members)[node]) {
        fits[boxes_.box(node)] = true;
      }
    }
    return fits;
  }

  /// Everything that the choice needs to know of costs, as functions: the picture of a comparison
  /// passes others.
  void choose() {
    GraphGround ground{.graph = &costs().graph(),
                       .box_count = boxes_.size(),
                       .around = {},
                       .fits = fitting(),
                       .total = {},
                       .is_peak = picture_.is_peak};
    if (picture_.request.around) {
      ground.around = boxes_.box(*picture_.request.around);
      picture_.focus = 0;
    }
    if (has_costs()) {
      ground.total = costs_total_.front();
    }
    ground.inclusive = [this](uint32_t box, size_t) { return costs().inclusive(box, 0); };
    ground.is_before = [this](uint32_t left, uint32_t right) {
      return nodes_.nodes().is_before(boxes_.first(left), boxes_.first(right));
    };
    ground.function_count = [this](uint32_t box) { return boxes_.node_count(box); };
    chosen_ = choose_graph(ground, picture_.request);
    if (!chosen_.nodes.empty()) {
      mark_hottest_path(chosen_, 0,
                        {.of_edge = [this](uint32_t edge) { return cost_of_call(edge); },
                         .of_way = [](const ChosenWay& way) { return way.upper[0]; }});
    }
  }

  [[nodiscard]] int128 cost_of_call(uint32_t edge) const {
    return has_costs() ? costs().graph().inclusive(edge, 0) : int128{0};
  }

  [[nodiscard]] PictureNode node(const ChosenNode& chosen) const {
    const uint32_t box = chosen.box;
    const uint32_t first = boxes_.first(box);
    PictureNode node{.name = nodes_.nodes().name(first),
                     .node = first,
                     .self = has_costs() ? costs().self_amount(box, 0) : Exact{0},
                     .inclusive = has_costs() ? costs().inclusive(box, 0) : Exact{0},
                     .cycle = nodes_.cycle(first),
                     .cluster = {},
                     .callers_cut = chosen.callers_cut,
                     .callees_cut = chosen.callees_cut,
                     .is_hot = chosen.is_hot};
    node.member_count = boxes_.node_count(box);
    const std::vector<uint32_t> members = boxes_.members(box);
    for (const uint32_t member : members | std::views::take(PictureNode::kMostMembers)) {
      node.members.push_back({.name = nodes_.nodes().name(member),
                              .node = member,
                              .self = has_costs() ? nodes_.self_amount(member, 0) : Exact{0},
                              .inclusive = has_costs() ? nodes_.inclusive(member, 0) : Exact{0}});
    }
    return node;
  }

  /// Solid edges have the recorded cost of calls. A dashed edge has an upper bound only; its lower
  /// bound is 0.
  void add_edges() {
    const CallGraph& graph = costs().graph();
    for (const ChosenEdge& edge : chosen_.edges) {
      picture_.edges.push_back(
          {.from = edge.from,
           .to = edge.to,
           .cost = has_costs() ? graph.inclusive_amount(edge.edge, 0) : Exact{0},
           .count =
               nodes_.has_calls() ? std::optional(graph.count_amount(edge.edge)) : std::nullopt,
           .is_recursive = edge.is_recursive,
           .is_hot = edge.is_hot});
    }
    for (const ChosenWay& way : chosen_.ways) {
      picture_.dashed_edges.push_back({.from = way.from,
                                       .to = way.to,
                                       .functions = way.functions,
                                       .cost = {.lower = 0, .upper = way.upper[0]},
                                       .is_hot = way.is_hot});
    }
  }

  /// Peaks do not add up: of what is not drawn, only the highest is known.
  void count_cut_nodes() {
    int128 left = has_costs() && !picture_.is_peak ? costs_total_.front() : int128{0};
    for (const uint32_t node : nodes_.nodes().listed()) {
      const bool is_cut = chosen_.drawn[boxes_.box(node)] == HiddenWays::kHidden;
      picture_.cut.functions += is_cut ? 1U : 0U;
      if (picture_.is_peak) {
        left = is_cut ? std::max(left, self(node)) : left;
      } else {
        left -= is_cut ? int128{0} : self(node);
      }
    }
    picture_.cut.self =
        amount_of(left, picture_.selection.has_estimates && picture_.cut.functions != 0);
    picture_.cut.edges = chosen_.edges_cut;
    picture_.cut.dashed_edges = chosen_.ways_cut;
  }

  void add_clusters() {
    ClusterChoice choice(picture_.nodes.size());
    choice.add(profile_, picture_.request, [this](FunctionId function) {
      return chosen_.drawn[boxes_.box(nodes_.nodes().node(function))];
    });
    picture_.clusters = choice.clusters(
        [this](size_t node, uint32_t cluster) { picture_.nodes[node].cluster = cluster; });
  }

  const Profile& profile_;
  const NodeCosts& nodes_;
  CallPicture& picture_;
  const PictureBoxes boxes_;
  std::optional<CostsByNode> own_;   ///< by box; nothing if each node is a box
  std::vector<int128> costs_total_;  ///< by column, those beside too
  ChosenGraph chosen_;
};

}  // namespace

Result<CallPicture> call_picture(const Profile& profile, const Selection& selection,
                                 const NodeCosts& costs, const PictureRequest& request) {
  if (selection.columns.size() > 1) {
    return failure(several_events("a call graph shows"));
  }
  CallPicture picture{.selection = selection, .request = request, .grouping = costs.grouping()};
  PictureMaker(profile, costs, picture).make();
  return picture;
}

Result<CallPicture> call_picture(const Profile& profile, const Selection& selection,
                                 const PictureRequest& request) {
  return call_picture(profile, selection, NodeCosts(profile, selection, NodeCosts::Edges::kWanted),
                      request);
}

Result<CallPicture> call_picture_around(const Profile& profile, const Selection& selection,
                                        PictureRequest request, std::string_view wanted) {
  const NodeCosts costs(profile, selection, NodeCosts::Edges::kWanted);
  const Result<uint32_t> node = find_node(costs, selection, wanted);
  if (!node) {
    return failure(node.error());
  }
  request.around = *node;
  return call_picture(profile, selection, costs, request);
}

}  // namespace quern
