// SPDX-License-Identifier: MIT
#include "quern/compare/trees/diff_tree.h"

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/base/median.h"
#include "quern/base/parallel.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/compare/match/diff_costs.h"
#include "quern/compare/match/run_row.h"
#include "quern/query/computed_values.h"
#include "quern/query/row_query.h"
#include "quern/views/trees/tree_growth.h"
#include "quern/views/trees/tree_source.h"

namespace quern {

namespace {

/// A path with what each run has of it.
struct DiffBranch : ComparedSides {
  uint32_t node = 0;
  std::vector<std::optional<TreeBranch>> runs;  ///< the old ones, then the new ones
};

/// What one run has of a path: nothing where it lacks it.
class BranchOfRun final : public RowOfRun {
 public:
  using RowOfRun::RowOfRun;

  void set(const std::optional<TreeBranch>& branch) { branch_ = branch ? &*branch : nullptr; }

 private:
  [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override {
    return cost(&TreeBranch::self, event);
  }
  [[nodiscard]] Amount inclusive_amount(size_t event) const override {
    return cost(&TreeBranch::inclusive, event);
  }
  [[nodiscard]] std::optional<Amount> calls_amount() const override {
    return branch_ == nullptr ? std::optional<Amount>(Exact{0})
           : branch_->calls   ? std::optional<Amount>(Exact{int128{*branch_->calls}})
                              : std::nullopt;
  }
  [[nodiscard]] Amount cost(std::vector<Amount> TreeBranch::* costs, size_t event) const {
    return branch_ == nullptr ? Amount(Exact{0}) : (branch_->*costs)[column(event)];
  }

  const TreeBranch* branch_ = nullptr;
};

/// A path as the query sees it: the new side's costs, or the old ones where it is gone.
class DiffBranchRow final : public AmountRow<FilterRow> {
 public:
  DiffBranchRow(const RowQuery& filter, std::span<const int128> totals, const DiffNodes& nodes,
                const DiffBranch& branch, std::span<const std::unique_ptr<BranchOfRun>> runs)
      : AmountRow(filter, totals),
        nodes_(&nodes),
        runs_(runs),
        branch_(&branch),
        side_(branch.new_side ? &*branch.new_side : &*branch.old_side) {}
  [[nodiscard]] size_t runs() const override { return runs_.size(); }
  [[nodiscard]] const QueryRow& run(size_t at) const override { return *runs_[at]; }
  [[nodiscard]] std::string_view text(QueryText which) const override {
    return text_of(nodes_->name(branch_->node), which);
  }

 private:
  [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override {
    return side_->self[column(event)];
  }
  [[nodiscard]] Amount inclusive_amount(size_t event) const override {
    return side_->inclusive[column(event)];
  }
  [[nodiscard]] std::optional<Amount> calls_amount() const override { return side_->calls; }

  const DiffNodes* nodes_;
  std::span<const std::unique_ptr<BranchOfRun>> runs_;  ///< of its side
  const DiffBranch* branch_;
  const DiffSide* side_;
};

/// The branches of one side: medians over its runs, 0 where a run lacks the path.
std::optional<DiffSide> side_of_runs(std::span<const std::optional<TreeBranch>> runs,
                                     size_t columns, bool is_by_self) {
  if (std::ranges::none_of(runs, [](const auto& run) { return run.has_value(); })) {
    return std::nullopt;
  }
  DiffSide side;
  const auto amounts = [&](std::vector<Amount> TreeBranch::* costs, size_t column) {
    std::vector<Amount> all;
    for (const std::optional<TreeBranch>& run : runs) {
      all.push_back(run ? ((*run).*costs)[column] : Amount(Exact{0}));
    }
    return all;
  };
  for (size_t column = 0; column < columns; ++column) {
    const std::vector<Amount> selfs = amounts(&TreeBranch::self, column);
    const std::vector<Amount> inclusives = amounts(&TreeBranch::inclusive, column);
    side.self.push_back(median_amount(selfs));
    side.inclusive.push_back(median_amount(inclusives));
    if (runs.size() > 1) {
      side.ranges.push_back(cost_range(is_by_self ? selfs : inclusives));
    }
  }
  std::vector<int128> calls;
  for (const std::optional<TreeBranch>& run : runs) {
    if (run && !run->calls) {
      return side;
    }
    calls.push_back(run ? int128{*run->calls} : int128{0});
  }
  side.calls = Exact{lower_median(calls)};
  return side;
}

/// Where the trees of all runs grow together.
class DiffGrowing {
 public:
  using Branch = DiffBranch;
  using Row = DiffTreeRow;
  using Hidden = HiddenChanges;

  explicit DiffGrowing(DiffTree& answer)
      : answer_(answer),
        selection_(answer.selection()),
        nodes_(answer.sides->nodes),
        old_runs_(answer.sides->runs.old_runs.size()) {
    std::ranges::transform(answer.new_totals, std::back_inserter(new_totals_), lower_of);
    const Recursion recursion =
        answer.request.merge_recursion ? Recursion::kMerged : Recursion::kTold;
    const DiffRuns& runs = answer.sides->runs;
    trees_ = made_by_threads<std::unique_ptr<const ProfileTree>>(
        runs.count(), threads_for(runs.threads), [&](size_t at) {
          const DiffRun& run = runs.run(at);
          return std::make_unique<const ProfileTree>(*run.profile, run.selection, nodes_.map(at),
                                                     answer.request.bottom_up, recursion);
        });
    for (size_t at = 0; selection_.where.query && at < trees_.size(); ++at) {
      queried_.push_back(std::make_unique<BranchOfRun>(
          row_filter(selection_.where.query, runs.run(at).selection)));
    }
  }

  [[nodiscard]] bool is_exact() const {
    return std::ranges::all_of(trees_, [](const auto& tree) { return tree->is_exact(); });
  }
  [[nodiscard]] bool is_finite() const {
    return std::ranges::all_of(trees_, [](const auto& tree) { return tree->calls().is_finite(); });
  }

  [[nodiscard]] std::vector<DiffBranch> roots() const {
    const std::optional<uint32_t> around = answer_.request.around;
    if (!around) {
      return joined([](const ProfileTree& tree, size_t) { return tree.calls().roots(); });
    }
    return joined([&](const ProfileTree& tree, size_t run) {
      const Version side = answer_.sides->runs.side_of(run);
      return nodes_.name(*around, side) ? std::vector{tree.calls().around(*around)}
                                        : std::vector<TreeBranch>();
    });
  }
  /// What the rows are of, once it is known.
  void find_whole() const {
    answer_.old_whole = answer_.old_totals;
    answer_.new_whole = answer_.new_totals;
    if (!answer_.request.around) {
      return;
    }
    const std::vector<DiffBranch> root = roots();
    const auto cost = [&](const std::optional<DiffSide>& side) {
      return side ? side->inclusive : std::vector<Amount>(answer_.old_totals.size(), Exact{0});
    };
    answer_.old_whole = cost(root.front().old_side);
    answer_.new_whole = cost(root.front().new_side);
  }
  [[nodiscard]] std::vector<DiffBranch> children(const DiffBranch& branch) const {
    return joined([&branch](const ProfileTree& tree, size_t run) {
      return branch.runs[run] ? tree.calls().children(*branch.runs[run])
                              : std::vector<TreeBranch>();
    });
  }

  [[nodiscard]] int128 weight(const DiffBranch& branch) const {
    const size_t column = selection_.sort_column;
    if (column >= branch.change.inclusive.size()) {
      return 0;
    }
    const auto cost = [column](const std::optional<DiffSide>& side) {
      return side ? lower_of(side->inclusive[column]) : int128{0};
    };
    switch (answer_.request.weight) {
      case DiffWeight::kOld:
        return cost(branch.old_side);
      case DiffWeight::kNew:
        return cost(branch.new_side);
      case DiffWeight::kBoth:
        return std::max(cost(branch.old_side), cost(branch.new_side));
      default:
        return absolute(lower_of(branch.change.inclusive[column]));
    }
  }
  [[nodiscard]] bool is_before(const DiffBranch& left, const DiffBranch& right) const {
    return nodes_.is_before(left.node, right.node);
  }

  [[nodiscard]] bool is_worth_it(int128 weight) const {
    const DiffTreeRequest& request = answer_.request;
    return LeastWeight{request.least_share, request.least_part}.admits(weight, larger_total());
  }

  /// What did not change is counted apart.
  [[nodiscard]] bool is_asked_for(const DiffBranch& branch) {
    const RowQuery& where = selection_.where;
    if (where.query && !fits(branch)) {
      ++answer_.left_out;
      return false;
    }
    if (!answer_.request.unchanged && !is_change(branch.change)) {
      ++answer_.unchanged;
      return false;
    }
    return !is_elsewhere(branch);
  }

  void hide(HiddenChanges& hidden, const DiffBranch& branch) const {
    const bool is_first = hidden.count++ == 0;
    hidden.unchanged += is_change(branch.change) ? 0U : 1U;
    const size_t columns = selection_.columns.size();
    const auto add = [&](std::vector<Amount>& sums, const std::optional<DiffSide>& side) {
      if (is_first) {
        sums.assign(columns, Exact{0});
      }
      for (size_t column = 0; side && column < columns; ++column) {
        sums[column] =
            sum_of(sums[column], side->inclusive[column], trees_.back()->columns().is_max(column));
      }
    };
    add(hidden.old_inclusive, branch.old_side);
    add(hidden.new_inclusive, branch.new_side);
  }

  [[nodiscard]] DiffTreeRow row(const DiffBranch& branch) const {
    DiffTreeRow row;
    row.name = nodes_.name(branch.node);
    row.match = nodes_.match(branch.node);
    static_cast<ComparedSides&>(row) = branch;
    row.status = row.status_of_sides();
    if (row.status == DiffStatus::kBoth) {
      row.status = nodes_.status(branch.node);
    }
    if (row.status == DiffStatus::kRenamed) {
      row.old_name = nodes_.name(branch.node, Version::kOld);
    }
    row.is_noise = is_within_noise(row, selection_);
    row.is_recursive =
        std::ranges::any_of(branch.runs, [](const auto& run) { return run && run->is_recursive; });
    return row;
  }

 private:
  [[nodiscard]] bool fits(const DiffBranch& branch) {
    for (size_t run = 0; run < queried_.size(); ++run) {
      queried_[run]->set(branch.runs[run]);
    }
    const std::span<const std::unique_ptr<BranchOfRun>> all(queried_);
    const auto runs = branch.new_side ? all.subspan(old_runs_) : all.first(old_runs_);
    const RowQuery& where = selection_.where;
    return where.query->fits(DiffBranchRow(where, new_totals_, nodes_, branch, runs));
  }

  /// `branches_of(tree, run)`: those of one run. Equal nodes are one branch.
  template <class BranchesOf>
  [[nodiscard]] std::vector<DiffBranch> joined(const BranchesOf& branches_of) const {
    std::map<uint32_t, DiffBranch> by_node;
    size_t run = 0;
    for (const std::unique_ptr<const ProfileTree>& tree : trees_) {
      for (TreeBranch& branch : branches_of(*tree, run)) {
        DiffBranch& both = by_node[branch.node];
        both.node = branch.node;
        both.runs.resize(trees_.size());
        both.runs[run] = std::move(branch);
      }
      ++run;
    }
    std::vector<DiffBranch> branches;
    branches.reserve(by_node.size());
    for (auto& [node, branch] : by_node) {
      compare(branch);
      branches.push_back(std::move(branch));
    }
    return branches;
  }

  /// In the sort column.
  [[nodiscard]] std::optional<int128> larger_total() const {
    const size_t column = selection_.sort_column;
    if (column >= answer_.new_whole.size()) {
      return std::nullopt;
    }
    return std::max(absolute(lower_of(answer_.old_whole[column])),
                    absolute(lower_of(answer_.new_whole[column])));
  }

  [[nodiscard]] bool is_elsewhere(const DiffBranch& branch) {
    const DiffWeight weight = answer_.request.weight;
    const bool lacks = (weight == DiffWeight::kOld && !branch.old_side) ||
                       (weight == DiffWeight::kNew && !branch.new_side);
    const size_t column = selection_.sort_column;
    if (lacks && column < branch.change.inclusive.size()) {
      ++answer_.elsewhere;
      answer_.elsewhere_cost += absolute(lower_of(branch.change.inclusive[column]));
    }
    return lacks;
  }

  void compare(DiffBranch& branch) const {
    const std::span all(branch.runs);
    const size_t columns = trees_.back()->columns().size();
    const bool is_by_self = selection_.sort_by == SortBy::kSelf;
    branch.old_side = side_of_runs(all.first(old_runs_), columns, is_by_self);
    branch.new_side = side_of_runs(all.subspan(old_runs_), columns, is_by_self);
    branch.change = change_between(branch.old_side, branch.new_side);
  }

  DiffTree& answer_;
  const Selection& selection_;
  const DiffNodes& nodes_;
  size_t old_runs_;
  std::vector<int128> new_totals_;                         ///< as queries ask them
  std::vector<std::unique_ptr<BranchOfRun>> queried_;      ///< by run; none where there is no query
  std::vector<std::unique_ptr<const ProfileTree>> trees_;  ///< by run
};

/// What the columns beside were for is done.
void leave_shown(DiffTree& answer) {
  const size_t shown = answer.selection().columns.size();
  const auto cut = [shown](auto& numbers) { leave_columns(numbers, shown); };
  cut(answer.old_totals);
  cut(answer.new_totals);
  cut(answer.old_whole);
  cut(answer.new_whole);
  for (DiffTreeRow& row : answer.rows) {
    for (std::optional<DiffSide>* side : {&row.old_side, &row.new_side}) {
      if (*side) {
        cut((*side)->self);
        cut((*side)->inclusive);
        cut((*side)->ranges);
      }
    }
    cut(row.change.self);
    cut(row.change.inclusive);
    if (row.change.split) {
      cut(row.change.split->more_calls);
      cut(row.change.split->dearer_calls);
    }
  }
}

}  // namespace

bool DiffTree::differs() const {
  return differs_below ||
         std::ranges::any_of(rows, [](const DiffTreeRow& row) { return is_change(row.change); });
}

Result<DiffTree> diff_tree(const DiffRuns& runs, const DiffTreeRequest& request) {
  for (const DiffRun* const run : runs.all()) {
    if (has_mixed_stacks(*run->profile, run->selection)) {
      return failure(mixed_stacks());
    }
  }
  DiffTree answer;
  answer.sides = std::make_shared<const MatchedSides>(runs);
  answer.request = request;
  answer.old_totals = median_totals(runs.old_runs);
  answer.new_totals = median_totals(runs.new_runs);
  DiffGrowing source(answer);
  answer.is_exact = source.is_exact();
  source.find_whole();
  grow_rows(source, answer.selection().limit, source.is_finite(), answer);
  leave_shown(answer);
  answer.differs_below = !answer.differs() && answer.unchanged != 0 && answer.left_out == 0 &&
                         Diff(runs, DiffFilter{}).differs();
  return answer;
}

}  // namespace quern
