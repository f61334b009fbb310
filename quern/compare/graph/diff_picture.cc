// SPDX-License-Identifier: MIT
#include "quern/compare/graph/diff_picture.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

#include "quern/compare/graph/compared_boxes.h"
#include "quern/compare/lists/diff_query.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/views/graph/graph_choice.h"
#include "quern/views/graph/hidden_ways.h"
#include "quern/views/graph/hottest_path.h"
#include "quern/views/graph/picture_clusters.h"
#include "quern/views/trees/flame.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

namespace {

constexpr Version kSides[] = {Version::kOld, Version::kNew};

/// Fills a picture with the boxes and edges that are chosen, and with what is cut.
class DiffPictureMaker {
 public:
  explicit DiffPictureMaker(DiffPicture& picture)
      : picture_(picture),
        sides_(*picture.sides),
        compared_(sides_, picture.request.opens_cycles),
        boxes_(compared_.boxes()),
        graph_(compared_.graph()) {
    picture_.old_totals = sides_.costs.totals(Version::kOld);
    picture_.new_totals = sides_.costs.totals(Version::kNew);
    const DiffRun& run = sides_.runs.new_runs.front();
    picture_.is_peak = holds_peaks(*run.profile, run.selection);
  }

  void make() {
    choose();
    mark_path();
    std::ranges::transform(chosen_.nodes, std::back_inserter(picture_.nodes),
                           [this](const ChosenNode& chosen) { return node(chosen); });
    add_edges();
    count_cut_nodes();
    if (picture_.request.cluster_by) {
      add_clusters();
    }
  }

 private:
  [[nodiscard]] bool has_costs() const { return sides_.costs.column_count() != 0; }

  /// Boxes that match the query: one of their nodes does.
  [[nodiscard]] std::vector<bool> fitting() const {
    const RowQuery& where = sides_.selection().where;
    DiffQueryRow row(sides_.costs, where);
    std::vector<bool> fits(boxes_.size());
    for (uint32_t node = 0; node < sides_.nodes.size(); ++node) {
      if (!sides_.nodes.is_listed(node)) {
        continue;
      }
      row.set_node(node);
      if (!where.query || where.query->fits(row)) {
        fits[boxes_.box(node)] = true;
      }
    }
    return fits;
  }

  void choose() {
    GraphGround ground{.graph = &graph_,
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
      ground.total =
          std::max(lower_of(picture_.old_totals.front()), lower_of(picture_.new_totals.front()));
    }
    ground.inclusive = [this](uint32_t box, size_t side) {
      return compared_.costs().inclusive(box, 0, kSides[side]);
    };
    ground.is_before = [this](uint32_t left, uint32_t right) {
      return sides_.nodes.is_before(boxes_.first(left), boxes_.first(right));
    };
    ground.function_count = [this](uint32_t box) { return boxes_.node_count(box); };
    chosen_ = choose_graph(ground, picture_.request);
  }

  [[nodiscard]] int128 change_at(uint32_t node) const {
    return compared_.costs().inclusive_change(chosen_.nodes[node].box, 0);
  }

  void mark_path() {
    if (!has_costs() || chosen_.nodes.empty()) {
      return;
    }
    uint32_t start = 0;
    for (uint32_t node = 1; node < chosen_.nodes.size() && !picture_.focus; ++node) {
      start = absolute(change_at(node)) > absolute(change_at(start)) ? node : start;
    }
    const int128 change = change_at(start);
    if (change == 0) {
      return;
    }
    const auto toward = [&](uint32_t edge) {
      const int128 own = graph_.inclusive(edge, 1) - graph_.inclusive(edge, 0);
      return change > 0 ? own : -own;
    };
    mark_hottest_path(chosen_, start,
                      {.of_edge = toward, .of_way = [](const ChosenWay&) { return int128{0}; }});
  }

  [[nodiscard]] DiffPictureNode node(const ChosenNode& chosen) const {
    DiffPictureNode node;
    static_cast<DiffRow&>(node) = compared_.row(chosen.box);
    node.node = boxes_.first(chosen.box);
    node.member_count = boxes_.node_count(chosen.box);
    node.callers_cut = chosen.callers_cut;
    node.callees_cut = chosen.callees_cut;
    node.is_hot = chosen.is_hot;
    const std::vector<uint32_t> members = boxes_.members(chosen.box);
    for (const uint32_t member : members | std::views::take(DiffPictureNode::kMostMembers)) {
      node.members.push_back(diff_row(sides_.costs, member));
    }
    return node;
  }

  void add_edges() {
    for (const ChosenEdge& chosen : chosen_.edges) {
      DiffPictureEdge& edge = picture_.edges.emplace_back();
      const uint32_t caller = graph_.caller(chosen.edge);
      const uint32_t callee = graph_.callee(chosen.edge);
      edge.old_side = compared_.costs().edge(caller, callee, Version::kOld);
      edge.new_side = compared_.costs().edge(caller, callee, Version::kNew);
      edge.change = change_between(edge.old_side, edge.new_side);
      edge.is_noise = is_within_noise(edge, sides_.selection());
      edge.from = chosen.from;
      edge.to = chosen.to;
      edge.is_recursive = chosen.is_recursive;
      edge.is_hot = chosen.is_hot;
    }
    for (const ChosenWay& way : chosen_.ways) {
      picture_.dashed_edges.push_back({.from = way.from,
                                       .to = way.to,
                                       .functions = way.functions,
                                       .old_cost = {.lower = 0, .upper = way.upper[0]},
                                       .new_cost = {.lower = 0, .upper = way.upper[1]}});
    }
  }

  void count_cut_nodes() {
    DiffPictureCut& cut = picture_.cut;
    for (uint32_t node = 0; node < sides_.nodes.size(); ++node) {
      cut.functions += sides_.nodes.is_listed(node) && is_cut(node) ? 1U : 0U;
    }
    cut.old_self = self_cut(Version::kOld);
    cut.new_self = self_cut(Version::kNew);
    cut.self_change = change_of(cut.old_self, cut.new_self);
    cut.edges = chosen_.edges_cut;
    cut.dashed_edges = chosen_.ways_cut;
  }
  [[nodiscard]] bool is_cut(uint32_t node) const {
    return chosen_.drawn[boxes_.box(node)] == HiddenWays::kHidden;
  }
  [[nodiscard]] Amount self_cut(Version side) const {
    int128 left = 0;
    if (has_costs() && picture_.is_peak) {
      for (uint32_t node = 0; node < sides_.nodes.size(); ++node) {
        left = is_cut(node) ? std::max(left, lower_of(sides_.costs.self(node, 0, side))) : left;
      }
    } else if (has_costs()) {
      left = lower_of(sides_.costs.totals(side).front());
      for (const ChosenNode& chosen : chosen_.nodes) {
        left -= lower_of(compared_.costs().self(chosen.box, 0, side));
      }
    }
    return amount_of(left, sides_.selection().has_estimates && picture_.cut.functions != 0);
  }

  void add_clusters() {
    ClusterChoice choice(picture_.nodes.size());
    for (size_t run = 0; run < sides_.runs.count(); ++run) {
      const bool is_old = sides_.runs.side_of(run) == Version::kOld;
      choice.add(*sides_.runs.run(run).profile, picture_.request, [&](FunctionId function) {
        const uint32_t node = sides_.nodes.map(run).node(function);
        const bool is_also_new = is_old && sides_.nodes.name(node, Version::kNew).has_value();
        return is_also_new ? HiddenWays::kHidden : chosen_.drawn[boxes_.box(node)];
      });
    }
    picture_.clusters = choice.clusters(
        [this](size_t node, uint32_t cluster) { picture_.nodes[node].cluster = cluster; });
  }

  DiffPicture& picture_;
  const MatchedCosts& sides_;
  const ComparedBoxes compared_;
  const PictureBoxes& boxes_;
  const CallGraph& graph_;
  ChosenGraph chosen_;
};

Result<void> check_column(const Selection& selection) {
  return selection.columns.size() > 1 ? Result<void>(failure(several_events("a call graph shows")))
                                      : Result<void>();
}

}  // namespace

Result<DiffPicture> diff_picture(std::shared_ptr<const MatchedCosts> sides,
                                 const PictureRequest& request) {
  if (Result<void> checked = check_column(sides->selection()); !checked) {
    return failure(checked.error());
  }
  DiffPicture picture{.sides = std::move(sides), .request = request};
  DiffPictureMaker(picture).make();
  picture.differs = Diff(picture.sides, {}).differs();
  return picture;
}

Result<DiffPicture> diff_picture(const DiffRuns& runs, const PictureRequest& request) {
  return diff_picture(compared(runs), request);
}

Result<DiffPicture> diff_picture_around(const DiffRuns& runs, PictureRequest request,
                                        std::string_view wanted) {
  std::shared_ptr<const MatchedCosts> sides = compared(runs);
  const Result<uint32_t> node = find_node(sides->costs, wanted);
  if (!node) {
    return failure(node.error());
  }
  request.around = *node;
  return diff_picture(std::move(sides), request);
}

}  // namespace quern
