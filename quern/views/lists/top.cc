// SPDX-License-Identifier: MIT
//
// Ranks the rows up to the limit and leaves the others unsorted until somebody asks for one of them
// (LazyOrder): a command shows a few rows, while the page scrolls through all. What is not shown is
// the total less what is, and not a sum over the rest, so it takes time in proportion to the
// shorter part.
#include "quern/views/lists/top.h"

#include <algorithm>
#include <span>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/costs/contradictions.h"
#include "quern/analysis/trees/path_counts.h"
#include "quern/base/parallel.h"
#include "quern/query/columns.h"
#include "quern/views/lists/lazy_order.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/queried_rows.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/lists/running_total.h"

namespace quern {

struct Top::State : RankedRows {
  State(const Profile& of, const Selection& chosen, std::shared_ptr<const NodeCosts> known)
      : RankedRows(of, chosen),
        shared(std::move(known)),
        costs(*shared),
        has_stacks(has_contexts(of, chosen.parts)) {
    choose(costs.nodes().listed(), NodeRow(selection.where, totals, costs));
    bring_members();
    if (selection.counts_paths) {
      paths.emplace(of, selection.parts, costs.nodes().map());
    }
    rank_nodes(std::span(order).first(fitting), shown);
    beyond.emplace(std::span(order).subspan(shown, fitting - shown), order_beyond());
    if (selection.running && !selection.columns.empty()) {
      running = RunningTotals(shown_rows(), [this](uint32_t node) {
        return costs.self_amount(node, selection.sort_column);
      });
    }
    find_above();
  }

  /// Keeps only those rows that fit and that the selection is about.
  void bring_members() {
    if (selection.members) {
      const std::span<uint32_t> fit = std::span(order).first(fitting);
      const auto rest = std::ranges::partition(
          fit, [&members = *selection.members](uint32_t node) { return members[node]; });
      fitting = static_cast<size_t>(rest.begin() - fit.begin());
      shown = within_limit(selection.limit, fitting);
    }
  }

  /// Ranks those that are shown, or all that fit.
  void rank_nodes(std::span<uint32_t> nodes, size_t count) const {
    if (selection.order == RowOrder::kName && count >= nodes.size()) {
      sort_by_name(nodes, costs.nodes().order());
      return;
    }
    rank_as_asked(
        selection, nodes, count, [this](uint32_t node) { return costs.sort_cost(node, selection); },
        [this](uint32_t node) {
          return costs.computed(node, selection.sort_by)[*selection.sort_ratio];
        },
        [this](uint32_t left, uint32_t right) {
          return costs.nodes().is_before(left, right, selection.order);
        });
  }

  /// The node of a rank; those beyond the limit are sorted as they are asked for.
  [[nodiscard]] uint32_t node_at(size_t rank_asked) {
    return rank_asked < shown ? order[rank_asked] : beyond->at(rank_asked - shown);
  }

  [[nodiscard]] std::optional<size_t> rank_of(uint32_t node) {
    const std::span<const uint32_t> first = shown_rows();
    if (const auto found = std::ranges::find(first, node); found != first.end()) {
      return static_cast<size_t>(found - first.begin());
    }
    const std::optional<size_t> rank = beyond->rank_of(node);
    return rank ? std::optional(shown + *rank) : std::nullopt;
  }

  [[nodiscard]] LazyOrder::By order_beyond() {
    LazyOrder::By by{.cost = [this](uint32_t node) { return costs.sort_cost(node, selection); },
                     .names = costs.nodes().order()};
    if (selection.order != RowOrder::kCost || selection.sorts_by_ratio()) {
      by.sort_all = [this](std::span<uint32_t> nodes) { rank_nodes(nodes, nodes.size()); };
    }
    return by;
  }

  [[nodiscard]] std::vector<uint32_t> fitting_nodes() {
    std::vector<uint32_t> nodes = beyond->rows();
    nodes.insert(nodes.end(), order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown));
    return nodes;
  }

  [[nodiscard]] bool is_max(size_t column) const {
    return selection.columns[column].event.combine == Combine::kMax;
  }

  void find_above() {
    if (selection.has_estimates) {
      return;  // it would be no fault of the input's
    }
    std::vector<ColumnTotal> limits;
    for (size_t at = 0; at < selection.columns.size(); ++at) {
      const Event& event = selection.columns[at].event;
      limits.push_back({event.name, event.combine, totals[at]});
    }
    above = inclusive_above_total(costs.recorded(), costs.self_rows(), limits,
                                  [this](uint32_t node) { return costs.nodes().text(node); });
  }

  /// The self costs of all rows that fit.
  [[nodiscard]] std::vector<Amount> sum_fitting() {
    return sums_of(
        selection, fitting_nodes(),
        [this](uint32_t node, size_t column) { return costs.self(node, column); },
        [this](size_t column) { return is_max(column); },
        [this](uint32_t node) {
          return selection.has_estimates && !selection.columns.empty() &&
                 certainty_of(costs.self_amount(node, 0)) != Certainty::kExact;
        });
  }

  std::shared_ptr<const NodeCosts> shared;
  const NodeCosts& costs;
  std::optional<PathCounts> paths;  ///< where they are asked for
  bool has_stacks;
  std::optional<LazyOrder> beyond;  ///< of those that fit and are not shown
  MadeOnce<std::vector<Amount>> covered;
  RunningTotals running;  ///< by rank of the shown rows, where it is asked for
  Findings above;
};

Top::Top(const Profile& profile, const Selection& selection)
    : Top(profile, selection,
          std::make_shared<const NodeCosts>(profile, selection, NodeCosts::Edges::kNone)) {}
Top::Top(const Profile& profile, const Selection& selection, std::shared_ptr<const NodeCosts> costs)
    : Top(std::make_unique<State>(profile, selection, std::move(costs))) {}
Top::Top(std::unique_ptr<State> state) : RowList(*state), state_(std::move(state)) {}
Top::Top(Top&&) noexcept = default;
Top::~Top() = default;

TopRow Top::row(size_t rank) const {
  const uint32_t node = state_->node_at(rank);
  TopRow row = state_->costs.row(node);
  if (state_->paths) {
    row.paths = state_->paths->of(node);
  }
  if (state_->selection.shows_runs) {
    row.runs = runs_of(*state_->profile, state_->selection, FunctionId(node));
  }
  if (rank < state_->running.size()) {
    row.running = state_->running.at(rank);
  }
  return row;
}

uint32_t Top::node(size_t rank) const {
  return state_->node_at(rank);
}

std::optional<size_t> Top::rank_of(uint32_t node) const {
  return state_->rank_of(node);
}

std::vector<uint32_t> Top::fitting_nodes() const {
  return state_->fitting_nodes();
}

std::vector<Amount> Top::covered() const {
  return state_->covered.get([this] { return state_->sum_fitting(); });
}

/// Includes rows that the query leaves out.
std::vector<Amount> Top::not_shown() const {
  const State& state = *state_;
  std::vector<Amount> left;
  for (size_t column = 0; column < state.selection.columns.size(); ++column) {
    const auto self = [&](uint32_t node) { return state.costs.self(node, column); };
    int128 cost = state.is_max(column) ? 0 : state.totals[column];
    if (state.is_max(column)) {  // what is left of peaks is the highest of the rest
      for (const uint32_t node : state.rows_not_shown()) {
        cost = std::max(cost, self(node));
      }
    } else {
      for (const uint32_t node : state.shown_rows()) {
        cost -= self(node);
      }
    }
    left.push_back(
        amount_of(cost, state.selection.has_estimates && state.shown < state.order.size()));
  }
  return left;
}

bool Top::has_calls() const {
  return state_->costs.has_calls();
}

bool Top::has_inclusive() const {
  return state_->has_stacks || state_->costs.has_calls();
}

const Findings& Top::above_total() const {
  return state_->above;
}

}  // namespace quern
