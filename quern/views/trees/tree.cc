// SPDX-License-Identifier: MIT
//
// Grows a tree where it is most expensive (TreeGrowth) and makes rows of its branches. What is
// needed to grow (graph or stacks, cycles) is a TreeGround, which the page keeps: opening a branch
// there grows only what is below it.
#include "quern/views/trees/tree.h"

#include <algorithm>
#include <set>
#include <utility>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/analysis/costs/contradictions.h"
#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/query/computed_values.h"
#include "quern/query/row_query.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/trees/tree_growth.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

namespace {

/// A branch as the query sees it.
class BranchRow final : public AmountRow<FilterRow> {
 public:
  BranchRow(const RowQuery& filter, std::span<const int128> totals, const Nodes& nodes,
            const TreeBranch& branch)
      : AmountRow(filter, totals), nodes_(&nodes), branch_(&branch) {}
  [[nodiscard]] std::string_view text(QueryText which) const override {
    return text_of(nodes_->name(branch_->node), which);
  }

 private:
  [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override {
    return branch_->self[column(event)];
  }
  [[nodiscard]] Amount inclusive_amount(size_t event) const override {
    return branch_->inclusive[column(event)];
  }
  [[nodiscard]] std::optional<Amount> calls_amount() const override {
    return branch_->calls ? std::optional<Amount>(Exact{int128{*branch_->calls}}) : std::nullopt;
  }

  const Nodes* nodes_;
  const TreeBranch* branch_;
};

/// Expands the tree of one profile where it is most expensive.
class Growing {
 public:
  using Branch = TreeBranch;
  using Row = TreeRow;
  using Hidden = HiddenBranches;

  Growing(const ProfileTree& tree, const Nodes& nodes, Tree& answer)
      : calls_(tree.calls()), columns_(tree.columns()), nodes_(nodes), answer_(answer) {}

  /// Goes down to the branch below which rows are asked for and notes the way; false where it ends
  /// before.
  /// The page opens a branch by its path from a root; only the branches on the way are made.
  [[nodiscard]] bool go_down() {
    if (answer_.request.around) {
      roots_.push_back(calls_.around(*answer_.request.around));
      whole_ = weight(roots_.front());
      return true;
    }
    const std::vector<uint32_t>& way = answer_.request.below;
    roots_ = calls_.roots([&](uint32_t node) { return way.empty() || node == way.front(); });
    for (const uint32_t node : way) {
      const auto next = std::ranges::find(roots_, node, &TreeBranch::node);
      if (next == roots_.end()) {
        return false;
      }
      std::vector<TreeBranch> below = calls_.children(*next);
      TreeRow& step = answer_.path.emplace_back(row(*next));
      step.depth = static_cast<uint32_t>(answer_.path.size() - 1);
      step.children = below.size();
      roots_ = std::move(below);
    }
    return true;
  }

  [[nodiscard]] std::vector<TreeBranch> roots() { return std::move(roots_); }
  [[nodiscard]] std::vector<TreeBranch> children(const TreeBranch& branch) const {
    return calls_.children(branch);
  }

  [[nodiscard]] int128 weight(const TreeBranch& branch) const {
    const size_t column = answer_.selection.sort_column;
    if (column >= branch.inclusive.size()) {
      return 0;
    }
    return lower_of(branch.inclusive[column]);
  }
  [[nodiscard]] bool is_before(const TreeBranch& left, const TreeBranch& right) const {
    return nodes_.is_before(left.node, right.node);
  }

  [[nodiscard]] bool is_worth_it(int128 cost) const {
    const TreeRequest& request = answer_.request;
    const LeastWeight least{request.least_share, request.least_part};
    if (const std::optional<int128> whole = total(); whole && request.least_part == 0) {
      return least.admits(absolute(cost), absolute(*whole));  // lists show what is below 0 too
    }
    return least.admits(cost, total());
  }
  [[nodiscard]] bool is_asked_for(const TreeBranch& branch) {
    const RowQuery& where = answer_.selection.where;
    const bool fits =
        !where.query || where.query->fits(BranchRow(where, answer_.totals, nodes_, branch));
    answer_.left_out += fits ? 0U : 1U;
    return fits;
  }

  void hide(HiddenBranches& hidden, const TreeBranch& branch) const {
    if (hidden.count++ == 0) {
      hidden.inclusive = branch.inclusive;
      return;
    }
    for (size_t column = 0; column < hidden.inclusive.size(); ++column) {
      hidden.inclusive[column] =
          sum_of(hidden.inclusive[column], branch.inclusive[column], columns_.is_max(column));
    }
  }

  [[nodiscard]] TreeRow row(const TreeBranch& branch) const {
    TreeRow row;
    row.name = nodes_.name(branch.node);
    row.node = branch.node;
    row.self = branch.self;
    row.inclusive = branch.inclusive;
    if (calls_.has_bounds()) {
      row.bounds = branch.bounds;
    }
    row.calls = branch.calls;
    row.is_recursive = branch.is_recursive;
    row.self_ratios = ratios(branch.self, branch.calls);
    row.inclusive_ratios = ratios(branch.inclusive, branch.calls);
    return row;
  }

 private:
  [[nodiscard]] ComputedRow ratios(const std::vector<Amount>& costs,
                                   const std::optional<uint64_t>& calls) const {
    const Selection& selection = answer_.selection;
    return shown_values(selection,
                        computed_row(
                            selection, [&](size_t column) -> Amount { return costs[column]; },
                            calls ? std::optional(int128{*calls}) : std::nullopt));
  }

  /// Of what is grown, in the sort column.
  [[nodiscard]] std::optional<int128> total() const {
    const size_t column = answer_.selection.sort_column;
    if (column >= answer_.totals.size()) {
      return std::nullopt;
    }
    return whole_                 ? *whole_
           : answer_.path.empty() ? answer_.totals[column]
                                  : lower_of(answer_.path.back().inclusive[column]);
  }

  const CallTree& calls_;
  const ColumnCosts& columns_;
  const Nodes& nodes_;
  Tree& answer_;
  std::vector<TreeBranch> roots_;
  std::optional<int128> whole_;  ///< TreeRequest::around: what its root costs
};

/// False where there is no branch below which to grow.
[[nodiscard]] bool grow(const ProfileTree& calls, const Nodes& nodes, Tree& answer) {
  Growing source(calls, nodes, answer);
  if (!source.go_down()) {
    return false;
  }
  grow_rows(source, answer.selection.limit, calls.calls().is_finite(), answer);
  return true;
}

/// What the columns beside were for is done.
void leave_shown_columns(Tree& answer) {
  const size_t shown = answer.selection.columns.size();
  const auto cut = [shown](std::vector<Amount>& amounts) { leave_columns(amounts, shown); };
  answer.totals.resize(shown);
  cut(answer.hidden.inclusive);
  for (std::vector<TreeRow>* rows : {&answer.rows, &answer.path}) {
    for (TreeRow& row : *rows) {
      cut(row.self);
      cut(row.inclusive);
      cut(row.hidden.inclusive);
    }
  }
}

/// Those of the events that the columns are made of.
Findings contradictions_in(const Profile& profile, const Selection& selection) {
  std::set<EventId> events;
  for (const Column& column : selection.columns) {
    for (const EventTerm& term : column.sum.terms) {
      events.insert(term.event);
    }
  }
  return contradictions(profile, selection.parts, std::vector(events.begin(), events.end()));
}

}  // namespace

struct TreeGround::State {
  State(const Profile& profile, const Selection& selection, const TreeRequest& request)
      : nodes(std::make_shared<const Nodes>(profile, selection)),
        totals(quern::totals(profile, selection.parts, column_sums(selection))),
        calls(profile, selection, nodes->map(), request.bottom_up,
              request.merge_recursion ? Recursion::kMerged : Recursion::kTold),
        contradictions(contradictions_in(profile, selection)),
        has_calls(calls.is_exact() || profile.counts().calls != 0) {}
  State(const Profile& profile, const Selection& selection, const TreeRequest& request,
        std::shared_ptr<const NodeCosts> known)
      : costs(std::move(known)),
        nodes(costs, &costs->nodes()),
        totals(quern::totals(profile, selection.parts, column_sums(selection))),
        calls(profile, selection, nodes->map(),
              GraphCosts{.graph = &costs->graph(),
                         .cycles = &costs->cycles(),
                         .inclusive = &costs->recorded()},
              request.bottom_up, request.merge_recursion ? Recursion::kMerged : Recursion::kTold),
        contradictions(contradictions_in(profile, selection)),
        has_calls(calls.is_exact() || profile.counts().calls != 0) {}

  std::shared_ptr<const NodeCosts> costs;  ///< what `calls` grows from, where it was known
  std::shared_ptr<const Nodes> nodes;
  std::vector<int128> totals;
  ProfileTree calls;
  Findings contradictions;
  bool has_calls;
};

TreeGround::TreeGround(std::unique_ptr<State> state) : state_(std::move(state)) {}
TreeGround::TreeGround(TreeGround&&) noexcept = default;
TreeGround::~TreeGround() = default;

Result<TreeGround> TreeGround::make(const Profile& profile, const Selection& selection,
                                    const TreeRequest& request) {
  if (has_mixed_stacks(profile, selection)) {
    return failure(mixed_stacks());
  }
  return TreeGround(std::make_unique<State>(profile, selection, request));
}

TreeGround TreeGround::make(const Profile& profile, const Selection& selection,
                            const TreeRequest& request, std::shared_ptr<const NodeCosts> costs) {
  return TreeGround(std::make_unique<State>(profile, selection, request, std::move(costs)));
}

/// Grows again for each question; only the ground is kept.
Result<Tree> tree(const TreeGround& ground, const Selection& selection,
                  const TreeRequest& request) {
  const TreeGround::State& from = *ground.state_;
  Tree answer{.selection = selection,
              .request = request,
              .totals = from.totals,
              .is_exact = from.calls.is_exact(),
              .has_calls = from.has_calls,
              .rows = {},
              .hidden = {},
              .left_out = 0,
              .is_cut = false,
              .grouping = {from.nodes, &from.nodes->grouping()},
              .contradictions = from.contradictions};
  if (!grow(from.calls, *from.nodes, answer)) {
    return failure(usage_error(kNoSuchBranch.name, "no such stack of calls is in this profile",
                               "the path names functions from a root down"));
  }
  leave_shown_columns(answer);
  return answer;
}

Result<Tree> tree(const Profile& profile, const Selection& selection, const TreeRequest& request) {
  const Result<TreeGround> ground = TreeGround::make(profile, selection, request);
  if (!ground) {
    return failure(ground.error());
  }
  return tree(*ground, selection, request);
}

}  // namespace quern
