// SPDX-License-Identifier: MIT
#include "quern/views/graph/call_picture.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <span>
#include <utility>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/model/declared_costs.h"
#include "quern/query/columns.h"
#include "quern/views/graph/dashed_edges.h"
#include "quern/views/graph/hottest_path.h"
#include "quern/views/graph/picture_boxes.h"
#include "quern/views/lists/find_node.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/queried_rows.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/trees/flame.h"
#include "quern/views/trees/tree_growth.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

namespace {

/// Chooses boxes, then fills the picture with them, their edges and what is cut.
class PictureMaker {
 public:
  PictureMaker(const Profile& profile, const NodeCosts& nodes, CallPicture& picture)
      : profile_(profile),
        nodes_(nodes),
        boxes_(profile, picture.selection, nodes, picture.request.opens_cycles),
        graph_(boxes_.graph()),
        picture_(picture),
        costs_total_(totals(profile, picture.selection.parts, column_sums(picture.selection))),
        drawn_(graph_.node_count(), HiddenWays::kHidden) {
    picture_.totals = total_amounts(picture.selection, costs_total_);
    picture_.is_peak = holds_peaks(profile, picture.selection);
    if (!picture_.totals.empty()) {
      whole_ = costs_total_.front();
      if (picture.request.around) {
        const uint32_t around = boxes_.box(*picture.request.around);
        whole_ = std::min(*whole_, upper_of(boxes_.costs().inclusive(around, 0)));
      }
    }
  }

  void make() {
    choose();
    for (const uint32_t box : kept_) {
      picture_.nodes.push_back(node(box));
    }
    add_edges();
    count_cut_nodes();
    if (picture_.request.cluster_by) {
      add_clusters(*picture_.request.cluster_by);
    }
    add_dashed_edges(picture_, {.boxes = &boxes_,
                                .kept = kept_,
                                .drawn = drawn_,
                                .is_followed = [this](uint32_t edge) { return is_kept(edge); }});
    mark_hottest_path(picture_);
  }

 private:
  [[nodiscard]] bool has_costs() const { return whole_.has_value(); }
  [[nodiscard]] Amount inclusive(uint32_t box) const {
    return has_costs() ? boxes_.costs().inclusive(box, 0) : Exact{0};
  }
  /// A share of 0 leaves nothing out, not even costs below 0.
  [[nodiscard]] bool reaches(int128 cost, uint32_t share) const {
    return share == 0 || LeastWeight{.share = share}.admits(cost, whole_);
  }
  [[nodiscard]] bool is_kept(uint32_t edge) const {
    return reaches(has_costs() ? graph_.inclusive(edge, 0) : int128{0},
                   picture_.request.least_edge_share);
  }

  /// Adds the callers (or callees) of a box, up to so many levels away, to `within`.
  void reach(uint32_t start, size_t levels, bool of_callers, std::vector<bool>& within) const {
    std::vector<bool> seen(boxes_.size());
    std::vector<uint32_t> level = {start};
    std::vector<uint32_t> next;
    const auto visit = [&](uint32_t edge) {
      const uint32_t other = of_callers ? graph_.caller(edge) : graph_.callee(edge);
      if (other < boxes_.size() && !seen[other] && is_kept(edge)) {
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

  void choose() {
    const PictureRequest& request = picture_.request;
    std::vector<bool> within(boxes_.size(), !request.around);
    std::vector<uint32_t> candidates;
    size_t room = request.most_nodes == 0
                      ? PictureRequest::kMostNodes
                      : std::min(request.most_nodes, PictureRequest::kMostNodes);
    if (request.around) {
      kept_ = {boxes_.box(*request.around)};
      reach(kept_.front(), request.up, true, within);
      reach(kept_.front(), request.down, false, within);
      within[kept_.front()] = false;
      picture_.focus = 0;
      --room;
    }
    const std::vector<bool> fits = fitting();
    for (uint32_t box = 0; box < boxes_.size(); ++box) {
      if (within[box] && fits[box] && reaches(upper_of(inclusive(box)), request.least_node_share)) {
        candidates.push_back(box);
      }
    }
    room = std::min(room, candidates.size());
    rank(
        candidates, room, [this](uint32_t box) { return lower_of(inclusive(box)); },
        [this](uint32_t left, uint32_t right) { return boxes_.is_before(left, right); });
    std::ranges::copy(std::span(candidates).first(room), std::back_inserter(kept_));
    for (size_t at = 0; at < kept_.size(); ++at) {
      drawn_[kept_[at]] = static_cast<uint32_t>(at);
    }
  }

  [[nodiscard]] PictureNode node(uint32_t box) const {
    const uint32_t first = boxes_.first(box);
    const auto is_self = static_cast<size_t>(graph_.find(box, box).has_value());
    const std::span<const uint32_t> callers = graph_.calls_to(box);
    const bool is_root = !callers.empty() && graph_.caller(callers.back()) == boxes_.size();
    PictureNode node{.name = nodes_.nodes().name(first),
                     .node = first,
                     .self = has_costs() ? boxes_.costs().self_amount(box, 0) : Exact{0},
                     .inclusive = inclusive(box),
                     .cycle = nodes_.cycle(first),
                     .cluster = {},
                     .callers_cut = callers.size() - is_self - static_cast<size_t>(is_root),
                     .callees_cut = graph_.calls_from(box).size() - is_self};
    const std::vector<uint32_t> members = boxes_.members(box);
    node.member_count = std::max<size_t>(1, members.size());
    for (const uint32_t member : members | std::views::take(PictureNode::kMostMembers)) {
      node.members.push_back({.name = nodes_.nodes().name(member),
                              .node = member,
                              .self = has_costs() ? nodes_.self_amount(member, 0) : Exact{0},
                              .inclusive = has_costs() ? nodes_.inclusive(member, 0) : Exact{0}});
    }
    return node;
  }

  /// Each edge that is shown lowers the counts of what is cut.
  void add_edges() {
    const Cycles cycles = find_cycles(graph_);
    const bool has_roots = graph_.node_count() > boxes_.size();
    picture_.cut.edges =
        graph_.edge_count() - (has_roots ? graph_.calls_from(boxes_.size()).size() : 0);
    for (const uint32_t box : kept_) {
      for (const uint32_t edge : graph_.calls_from(box)) {
        const uint32_t callee = graph_.callee(edge);
        if (drawn_[callee] == HiddenWays::kHidden || !is_kept(edge)) {
          continue;
        }
        picture_.edges.push_back(
            {.from = drawn_[box],
             .to = drawn_[callee],
             .cost = has_costs() ? graph_.inclusive_amount(edge, 0) : Exact{0},
             .count = nodes_.has_calls() ? std::optional(graph_.count_amount(edge)) : std::nullopt,
             .is_recursive = cycles.component(box) == cycles.component(callee)});
        --picture_.cut.edges;
        if (callee != box) {
          --picture_.nodes[drawn_[box]].callees_cut;
          --picture_.nodes[drawn_[callee]].callers_cut;
        }
      }
    }
    std::ranges::sort(picture_.edges, {},
                      [](const PictureEdge& edge) { return std::pair(edge.from, edge.to); });
  }

  void count_cut_nodes() {
    int128 left = has_costs() && !picture_.is_peak ? costs_total_.front() : int128{0};
    for (const uint32_t node : nodes_.nodes().listed()) {
      const bool is_cut = drawn_[boxes_.box(node)] == HiddenWays::kHidden;
      const int128 self = has_costs() ? nodes_.self(node, 0) : int128{0};
      picture_.cut.functions += is_cut ? 1U : 0U;
      if (picture_.is_peak) {
        left = is_cut ? std::max(left, self) : left;
      } else {
        left -= is_cut ? int128{0} : self;
      }
    }
    picture_.cut.self =
        amount_of(left, picture_.selection.has_estimates && picture_.cut.functions != 0);
  }

  /// A node has a cluster if all of its functions have the same.
  void add_clusters(GroupBy by) {
    constexpr uint32_t kNotKnown = ~uint32_t{0};
    constexpr uint32_t kNone = kNotKnown - 1;
    const Symbols& symbols = profile_.symbols();
    const PictureRequest& request = picture_.request;
    const Grouping groups = by == GroupBy::kRules && request.cluster_rules
                                ? request.cluster_rules->group(symbols)
                                : group_functions(symbols, by, request.cluster_dir_depth);
    std::vector<uint32_t> group_of(kept_.size(), kNotKnown);
    for (size_t at = 0; at < symbols.functions.size(); ++at) {
      const FunctionId function(at);
      const uint32_t node = drawn_[boxes_.box(nodes_.nodes().node(function))];
      if (node != HiddenWays::kHidden && profile_.is_listed(function)) {
        uint32_t& group = group_of[node];
        group = group == kNotKnown || group == groups[function] ? groups[function] : kNone;
      }
    }
    std::vector<uint32_t> cluster_of(groups.size(), kNone);
    for (size_t at = 0; at < kept_.size(); ++at) {
      const uint32_t group = group_of[at];
      if (group >= groups.size() || groups.texts[group].empty() ||
          groups.texts[group] == kNotInProfile) {
        continue;
      }
      if (cluster_of[group] == kNone) {
        cluster_of[group] = static_cast<uint32_t>(picture_.clusters.size());
        picture_.clusters.push_back(groups.texts[group]);
      }
      picture_.nodes[at].cluster = cluster_of[group];
    }
  }

  const Profile& profile_;
  const NodeCosts& nodes_;
  const PictureBoxes boxes_;
  const CallGraph& graph_;
  CallPicture& picture_;
  std::vector<int128> costs_total_;  ///< by column, those beside too
  std::optional<int128> whole_;      ///< what least shares are of; nothing without events
  std::vector<uint32_t> kept_;       ///< boxes, by node of the picture
  std::vector<uint32_t> drawn_;      ///< by box: the node of the picture, or HiddenWays::kHidden
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
