// SPDX-License-Identifier: MIT
#include "quern/views/tree.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/call_tree.h"
#include "quern/views/codes.h"
#include "quern/views/columns.h"
#include "quern/views/nodes.h"
#include "quern/views/row_filter.h"
#include "quern/views/tree_source.h"

namespace quern {

namespace {

/// Adds up what is sure with what is sure; anything else makes the sum as unsure.
Amount sum_of(const Amount& left, const Amount& right, bool is_max) {
  const auto join = [is_max](int128 a, int128 b) { return is_max ? std::max(a, b) : a + b; };
  const int128 lower = join(lower_of(left), lower_of(right));
  const Certainty certainty = std::max(certainty_of(left), certainty_of(right));
  if (certainty == Certainty::kExact) {
    return Exact{lower};
  }
  if (certainty == Certainty::kBounded) {
    return Bounded{lower, join(upper_of(left), upper_of(right))};
  }
  return Estimated{lower};
}

/// A branch as the query sees it.
class BranchRow final : public FilterRow {
 public:
  BranchRow(const RowFilter& filter, std::span<const int128> totals, const Nodes& nodes,
            const TreeBranch& branch)
      : FilterRow(filter, totals), nodes_(&nodes), branch_(&branch) {}
  [[nodiscard]] std::string_view text(QueryText which) const override {
    return text_of(nodes_->name(branch_->node), which);
  }
  [[nodiscard]] std::optional<int128> self(size_t event) const override {
    return lower_of(branch_->self[column(event)]);
  }
  [[nodiscard]] std::optional<int128> inclusive(size_t event) const override {
    return lower_of(branch_->inclusive[column(event)]);
  }
  [[nodiscard]] std::optional<int128> calls() const override {
    return branch_->calls ? std::optional(int128{*branch_->calls}) : std::nullopt;
  }

 private:
  const Nodes* nodes_;
  const TreeBranch* branch_;
};

/// Grows a tree where it is dearest until it has as many rows as were asked for.
class Grower {
 public:
  Grower(const CallTree& calls, const Nodes& nodes, const ColumnCosts& columns, Tree& answer)
      : calls_(calls), nodes_(nodes), columns_(columns), answer_(answer) {
    const size_t asked = answer.selection.limit;
    most_ = asked == 0 ? (calls.is_finite() ? SIZE_MAX : Tree::kMostRows) : asked;
  }

  /// False where there is no branch below which to grow.
  [[nodiscard]] bool grow() {
    std::optional<std::vector<TreeBranch>> first = first_branches();
    if (!first) {
      return false;
    }
    offer(std::move(*first), std::nullopt);
    while (!open_.empty() && grown_.size() < most_) {
      std::ranges::pop_heap(open_, IsAfter());
      const Candidate next = std::move(open_.back());
      open_.pop_back();
      take(next);
    }
    answer_.is_cut = answer_.selection.limit == 0 && !open_.empty();
    std::ranges::sort(open_, {}, &Candidate::serial);
    for (const Candidate& left : open_) {
      hide(left.branch, left.parent);
    }
    put_in_order();
    return true;
  }

 private:
  struct Candidate {
    int128 cost = 0;
    uint64_t serial = 0;
    std::optional<uint32_t> parent;
    TreeBranch branch;
  };
  struct IsAfter {
    bool operator()(const Candidate& left, const Candidate& right) const {
      return left.cost != right.cost ? left.cost < right.cost : left.serial > right.serial;
    }
  };

  /// The roots, or what is below the branch that is asked for; notes the way there.
  [[nodiscard]] std::optional<std::vector<TreeBranch>> first_branches() {
    std::vector<TreeBranch> branches = calls_.roots();
    for (const uint32_t node : answer_.request.below) {
      const auto next = std::ranges::find(branches, node, &TreeBranch::node);
      if (next == branches.end()) {
        return std::nullopt;
      }
      answer_.path.push_back(row_of(*next));
      answer_.path.back().depth = static_cast<uint32_t>(answer_.path.size() - 1);
      std::vector<TreeBranch> below = calls_.children(*next);
      answer_.path.back().children = below.size();
      branches = std::move(below);
    }
    return branches;
  }

  [[nodiscard]] int128 cost_of(const TreeBranch& branch) const {
    const size_t column = answer_.selection.sort_column;
    if (column >= branch.inclusive.size()) {
      return 0;
    }
    return lower_of(branch.inclusive[column]);
  }

  [[nodiscard]] bool is_worth_it(int128 cost) const {
    const TreeRequest& request = answer_.request;
    if (request.least_share == 0 && request.least_part == 0) {
      return true;
    }
    const size_t column = answer_.selection.sort_column;
    const int128 total = answer_.path.empty() ? answer_.totals[column]
                                              : lower_of(answer_.path.back().inclusive[column]);
    return cost * 10'000 >= total * request.least_share &&
           (request.least_part == 0 || (cost > 0 && cost >= total / request.least_part));
  }

  [[nodiscard]] bool is_asked_for(const TreeBranch& branch) {
    const RowFilter& where = answer_.selection.where;
    if (where.query && !where.query->fits(BranchRow(where, answer_.totals, nodes_, branch))) {
      ++answer_.left_out;
      return false;
    }
    return true;
  }

  /// Siblings: each waits to be taken, or is hidden at once.
  void offer(std::vector<TreeBranch> branches, std::optional<uint32_t> parent) {
    std::ranges::sort(branches, [this](const TreeBranch& left, const TreeBranch& right) {
      const int128 a = cost_of(left);
      const int128 b = cost_of(right);
      return a != b ? a > b : nodes_.is_before(left.node, right.node);
    });
    if (parent) {
      grown_[*parent].children = branches.size();
    }
    bool is_first = true;
    for (TreeBranch& branch : branches) {
      const int128 cost = cost_of(branch);
      if (is_asked_for(branch) && is_worth_it(cost) &&
          (is_first || !answer_.request.heaviest_path)) {
        open_.push_back({cost, serial_++, parent, std::move(branch)});
        std::ranges::push_heap(open_, IsAfter());
        is_first = false;
      } else {
        hide(branch, parent);
      }
    }
  }

  void hide(const TreeBranch& branch, std::optional<uint32_t> parent) {
    HiddenBranches& hidden = parent ? grown_[*parent].hidden : answer_.hidden;
    if (hidden.count++ == 0) {
      hidden.inclusive = branch.inclusive;
      return;
    }
    for (size_t column = 0; column < hidden.inclusive.size(); ++column) {
      hidden.inclusive[column] =
          sum_of(hidden.inclusive[column], branch.inclusive[column], columns_.is_max(column));
    }
  }

  [[nodiscard]] TreeRow row_of(const TreeBranch& branch) const {
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
    return row;
  }

  void take(const Candidate& next) {
    const auto at = static_cast<uint32_t>(grown_.size());
    TreeRow& row = grown_.emplace_back(row_of(next.branch));
    row.parent = next.parent;
    row.depth = next.parent ? grown_[*next.parent].depth + 1 : 0;
    std::vector<TreeBranch> children = calls_.children(next.branch);
    if (answer_.request.depth != 0 && row.depth + 1 >= answer_.request.depth) {
      row.children = children.size();
      for (const TreeBranch& child : children) {
        hide(child, at);
      }
    } else {
      offer(std::move(children), at);
    }
  }

  /// Depth first; siblings were taken in the order they stand in.
  void put_in_order() {
    std::vector<std::vector<uint32_t>> below(grown_.size());
    std::vector<uint32_t> open;
    for (uint32_t at = 0; at < grown_.size(); ++at) {
      (grown_[at].parent ? below[*grown_[at].parent] : open).push_back(at);
    }
    std::ranges::reverse(open);
    std::vector<uint32_t> placed(grown_.size());
    answer_.rows.reserve(grown_.size());
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      placed[at] = static_cast<uint32_t>(answer_.rows.size());
      TreeRow& row = answer_.rows.emplace_back(std::move(grown_[at]));
      if (row.parent) {
        row.parent = placed[*row.parent];
      }
      open.insert(open.end(), below[at].rbegin(), below[at].rend());
    }
  }

  const CallTree& calls_;
  const Nodes& nodes_;
  const ColumnCosts& columns_;
  Tree& answer_;
  size_t most_ = 0;
  uint64_t serial_ = 0;
  std::vector<TreeRow> grown_;   ///< in the order they were taken: parents first
  std::vector<Candidate> open_;  ///< a heap, the dearest on top
};

/// What the columns beside were for is done.
void leave_shown_columns(Tree& answer) {
  const size_t shown = answer.selection.columns.size();
  const auto cut = [shown](std::vector<Amount>& amounts) {
    if (amounts.size() > shown) {
      amounts.erase(amounts.begin() + static_cast<std::ptrdiff_t>(shown), amounts.end());
    }
  };
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

}  // namespace

struct TreeGround::State {
  State(const Profile& profile, const Selection& selection)
      : sums(column_sums(selection)),
        columns(profile, sums),
        nodes(std::make_shared<const Nodes>(profile, selection.group_by, selection.rules.get())),
        totals(quern::totals(profile, selection.parts, sums)),
        is_exact(has_contexts(profile, selection.parts)) {}
  State(const State&) = delete;  // its parts point at each other
  State& operator=(const State&) = delete;
  ~State() = default;

  void plant_stacks(const Profile& profile, const PartSet& parts, const TreeRequest& request) {
    stacks.emplace(profile, parts, sums, nodes->map(),
                   request.merge_recursion ? Recursion::kMerged : Recursion::kTold);
    calls = request.bottom_up ? bottom_up(*stacks, columns) : top_down(*stacks);
  }

  void plant_graph(const Profile& profile, const PartSet& parts, const TreeRequest& request) {
    graph.emplace(profile_graph(profile, parts, sums, nodes->map()));
    cycles.emplace(find_cycles(*graph));
    inclusive.emplace(inclusive_costs(*graph, *cycles));
    costs = {.graph = &*graph, .cycles = &*cycles, .inclusive = &*inclusive};
    calls = request.bottom_up ? bottom_up(costs) : top_down(costs);
  }

  std::vector<EventSum> sums;
  ColumnCosts columns;
  std::shared_ptr<const Nodes> nodes;
  std::vector<int128> totals;
  bool is_exact;
  std::optional<StackTree> stacks;
  std::optional<CallGraph> graph;
  std::optional<Cycles> cycles;
  std::optional<InclusiveCosts> inclusive;
  GraphCosts costs = {};  ///< of the three above
  std::unique_ptr<CallTree> calls;
};

TreeGround::TreeGround(std::unique_ptr<State> state) : state_(std::move(state)) {}
TreeGround::TreeGround(TreeGround&&) noexcept = default;
TreeGround::~TreeGround() = default;

Result<TreeGround> TreeGround::make(const Profile& profile, const Selection& selection,
                                    const TreeRequest& request) {
  if (has_mixed_stacks(profile, selection)) {
    return failure(mixed_stacks());
  }
  auto state = std::make_unique<State>(profile, selection);
  if (state->is_exact) {
    state->plant_stacks(profile, selection.parts, request);
  } else {
    state->plant_graph(profile, selection.parts, request);
  }
  return TreeGround(std::move(state));
}

Result<Tree> tree(const TreeGround& ground, const Selection& selection,
                  const TreeRequest& request) {
  const TreeGround::State& from = *ground.state_;
  Tree answer{.selection = selection,
              .request = request,
              .totals = from.totals,
              .is_exact = from.is_exact,
              .rows = {},
              .hidden = {},
              .left_out = 0,
              .is_cut = false,
              .grouping = {from.nodes, &from.nodes->grouping()}};
  if (!Grower(*from.calls, *from.nodes, from.columns, answer).grow()) {
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
