// SPDX-License-Identifier: MIT
#include "quern/views/lists/top.h"

#include <algorithm>
#include <mutex>
#include <span>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/costs/contradictions.h"
#include "quern/analysis/trees/path_counts.h"
#include "quern/query/columns.h"
#include "quern/views/lists/lazy_order.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/queried_rows.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/lists/running_total.h"

namespace quern {

struct Top::State {
  State(const Profile& profile, const Selection& chosen, std::shared_ptr<const NodeCosts> known)
      : selection(chosen),
        totals(quern::totals(profile, chosen.parts, column_sums(chosen))),
        shared(std::move(known)),
        costs(*shared),
        has_stacks(has_contexts(profile, chosen.parts)),
        order(costs.nodes().listed()),
        fitting(bring_members(
            bring_fitting(selection.where, order, NodeRow(selection.where, totals, costs)))),
        shown(within_limit(chosen.limit, fitting)),
        beyond(std::span(order).subspan(shown, fitting - shown), order_beyond()) {
    if (selection.counts_paths) {
      paths.emplace(profile, selection.parts, costs.nodes().map());
    }
    total_ratios = total_values(selection, totals);
    total_amounts = quern::total_amounts(selection, totals);
    totals.resize(selection.columns.size());
    rank_nodes(std::span(order).first(fitting), shown);
    if (selection.running && !selection.columns.empty()) {
      running = RunningTotals(std::span(order).first(shown), [this](uint32_t node) {
        return costs.self_amount(node, selection.sort_column);
      });
    }
    find_above();
  }

  /// Of the first `count`, those that the selection is about come first; how many they are.
  [[nodiscard]] size_t bring_members(size_t count) {
    if (!selection.members) {
      return count;
    }
    const std::span<uint32_t> fit = std::span(order).first(count);
    const auto rest = std::ranges::partition(
        fit, [&members = *selection.members](uint32_t node) { return members[node]; });
    return static_cast<size_t>(rest.begin() - fit.begin());
  }

  /// Ranks those that are shown, or all that fit.
  void rank_nodes(std::span<uint32_t> nodes, size_t count) const {
    if (selection.order == RowOrder::kName && count >= nodes.size()) {
      sort_by_name(nodes, costs.nodes().order());
      return;
    }
    if (selection.order != RowOrder::kCost) {
      rank(nodes, count, [this](uint32_t left, uint32_t right) {
        return costs.nodes().is_before(left, right, selection.order);
      });
      return;
    }
    if (const std::optional<size_t> ratio = selection.sort_ratio; ratio && !selection.sorts_calls) {
      rank_computed(
          nodes, count,
          [&](uint32_t node) { return costs.computed(node, selection.sort_by)[*ratio]; },
          [this](uint32_t left, uint32_t right) { return costs.nodes().is_before(left, right); });
      return;
    }
    rank(
        nodes, count, [this](uint32_t node) { return costs.sort_cost(node, selection); },
        [this](uint32_t left, uint32_t right) { return costs.nodes().is_before(left, right); });
  }

  /// The node of a rank; those beyond the limit are sorted as they are asked for.
  [[nodiscard]] uint32_t node_at(size_t rank_asked) {
    return rank_asked < shown ? order[rank_asked] : beyond.at(rank_asked - shown);
  }

  [[nodiscard]] std::optional<size_t> rank_of(uint32_t node) {
    const std::span<const uint32_t> first = std::span(order).first(shown);
    if (const auto found = std::ranges::find(first, node); found != first.end()) {
      return static_cast<size_t>(found - first.begin());
    }
    const std::optional<size_t> rank = beyond.rank_of(node);
    return rank ? std::optional(shown + *rank) : std::nullopt;
  }

  [[nodiscard]] LazyOrder::By order_beyond() {
    LazyOrder::By by{.cost = [this](uint32_t node) { return costs.sort_cost(node, selection); },
                     .names = costs.nodes().order()};
    if (selection.order != RowOrder::kCost || (selection.sort_ratio && !selection.sorts_calls)) {
      by.sort_all = [this](std::span<uint32_t> nodes) { rank_nodes(nodes, nodes.size()); };
    }
    return by;
  }

  [[nodiscard]] std::vector<uint32_t> fitting_nodes() {
    std::vector<uint32_t> nodes = beyond.rows();
    nodes.insert(nodes.end(), order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown));
    return nodes;
  }

  /// What is left of peaks is the highest of the rest.
  [[nodiscard]] int128 highest_not_shown(size_t column) const {
    int128 highest = 0;
    for (size_t at = shown; at < order.size(); ++at) {
      highest = std::max(highest, costs.self(order[at], column));
    }
    return highest;
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
    std::vector<int128> sums(selection.columns.size());
    bool is_estimated = false;
    for (const uint32_t node : fitting_nodes()) {
      is_estimated =
          is_estimated || (selection.has_estimates && !sums.empty() &&
                           certainty_of(costs.self_amount(node, 0)) != Certainty::kExact);
      for (size_t column = 0; column < sums.size(); ++column) {
        const int128 self = costs.self(node, column);
        sums[column] = selection.columns[column].event.combine == Combine::kMax
                           ? std::max(sums[column], self)
                           : sums[column] + self;
      }
    }
    std::vector<Amount> amounts;
    for (const int128 cost : sums) {
      amounts.push_back(amount_of(cost, is_estimated));
    }
    return amounts;
  }

  Selection selection;
  std::vector<int128> totals;
  std::vector<Amount> total_amounts;
  ComputedRow total_ratios;
  std::shared_ptr<const NodeCosts> shared;
  const NodeCosts& costs;
  std::optional<PathCounts> paths;  ///< where they are asked for
  bool has_stacks;
  /// Listed nodes by rank, from `shown` on as `beyond` has put them; then those that do not fit.
  std::vector<uint32_t> order;
  size_t fitting;
  size_t shown;
  LazyOrder beyond;
  std::once_flag summed;
  std::vector<Amount> covered;
  RunningTotals running;  ///< by rank of the shown rows, where it is asked for
  Findings above;
};

Top::Top(const Profile& profile, const Selection& selection)
    : Top(profile, selection,
          std::make_shared<const NodeCosts>(profile, selection, NodeCosts::Edges::kNone)) {}
Top::Top(const Profile& profile, const Selection& selection, std::shared_ptr<const NodeCosts> costs)
    : state_(std::make_unique<State>(profile, selection, std::move(costs))) {}
Top::Top(Top&&) noexcept = default;
Top::~Top() = default;

const Selection& Top::selection() const {
  return state_->selection;
}

const std::vector<Amount>& Top::totals() const {
  return state_->total_amounts;
}

const std::vector<std::optional<Fraction>>& Top::total_ratios() const {
  return state_->total_ratios;
}

size_t Top::row_count() const {
  return state_->order.size();
}

size_t Top::left_out() const {
  return state_->order.size() - state_->fitting;
}

size_t Top::shown() const {
  return state_->shown;
}

TopRow Top::row(size_t rank) const {
  const uint32_t node = state_->node_at(rank);
  TopRow row = state_->costs.row(node);
  if (state_->paths) {
    row.paths = state_->paths->of(node);
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
  std::call_once(state_->summed, [this] { state_->covered = state_->sum_fitting(); });
  return state_->covered;
}

std::vector<Amount> Top::not_shown() const {
  std::vector<int128> left = state_->totals;
  for (size_t column = 0; column < left.size(); ++column) {
    if (state_->selection.columns[column].event.combine == Combine::kMax) {
      left[column] = state_->highest_not_shown(column);
    }
  }
  for (size_t rank = 0; rank < state_->shown; ++rank) {
    for (size_t column = 0; column < left.size(); ++column) {
      if (state_->selection.columns[column].event.combine == Combine::kSum) {
        left[column] -= state_->costs.self(state_->order[rank], column);
      }
    }
  }
  std::vector<Amount> amounts;
  for (const int128 cost : left) {
    amounts.push_back(
        amount_of(cost, state_->selection.has_estimates && state_->shown < state_->order.size()));
  }
  return amounts;
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
