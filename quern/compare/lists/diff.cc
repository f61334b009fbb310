// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/compare/lists/diff_blame.h"
#include "quern/compare/lists/diff_query.h"
#include "quern/compare/lists/diff_ratios.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/views/lists/lazy_order.h"

namespace quern {

namespace {

MatchCounts count_matches(const DiffNodes& nodes) {
  static constexpr std::array<size_t MatchCounts::*, 5> kByMatch = {
      nullptr, &MatchCounts::exact, &MatchCounts::rule, &MatchCounts::normalised,
      &MatchCounts::guess};
  MatchCounts counts;
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    if (!nodes.is_listed(node)) {
      continue;
    }
    const Match match = nodes.match(node);
    if (match == Match::kNone) {
      ++(nodes.status(node) == DiffStatus::kAdded ? counts.added : counts.removed);
    } else {
      ++(counts.*kByMatch[static_cast<size_t>(match)]);
    }
  }
  return counts;
}

bool has_stacks(const DiffRuns& runs) {
  return std::ranges::any_of(runs.new_runs, [](const DiffRun& run) {
    return has_contexts(*run.profile, run.selection.parts);
  });
}

/// What of a node the filter wants, and how much it changed.
struct NodeChange {
  bool is_wanted = false;
  bool is_changed = false;
  DiffKind kind = DiffKind::kUnchanged;
  int128 size = 0;
};

DiffKind kind_of(DiffStatus status, bool is_changed) {
  constexpr DiffKind kKinds[] = {DiffKind::kUnchanged, DiffKind::kAdded, DiffKind::kRemoved,
                                 DiffKind::kRenamed};
  return !is_changed                   ? DiffKind::kUnchanged
         : status == DiffStatus::kBoth ? DiffKind::kChanged
                                       : kKinds[static_cast<size_t>(status)];
}

/// As diff_row() would say, without making a row of each of a million functions.
NodeChange change_of(const DiffCosts& costs, const DiffFilter& filter, uint32_t node) {
  NodeChange found;
  const DiffNodes& nodes = costs.nodes();
  const DiffStatus status = nodes.status(node);
  // A function of only some runs of a side did not come or go: the medians decide.
  found.is_changed =
      status == DiffStatus::kRenamed || (status != DiffStatus::kBoth && !has_several_runs(costs));
  const Selection& selection = costs.selection();
  for (size_t column = 0; column < costs.column_count(); ++column) {
    const int128 self = costs.self_change(node, column);
    const int128 inclusive = costs.inclusive_change(node, column);
    found.is_changed = found.is_changed || self != 0 || inclusive != 0;
    if (column == selection.sort_column) {
      found.size = absolute(selection.sort_by == SortBy::kSelf ? self : inclusive);
    }
  }
  const int128 more_calls = difference_of(costs.calls(node, Version::kOld).value_or(Exact{0}),
                                          costs.calls(node, Version::kNew).value_or(Exact{0}));
  found.is_changed = found.is_changed || more_calls != 0 || DiffRatios(costs).differ(node);
  if (selection.sorts_calls) {
    found.size = absolute(more_calls);
  }
  const Match match = nodes.match(node);
  found.is_wanted = filter.matched ? is_told(match) : found.is_changed || filter.unchanged;
  found.kind = kind_of(status, found.is_changed);
  if (filter.kinds) {
    found.is_wanted = found.is_wanted && (*filter.kinds)[static_cast<size_t>(found.kind)];
  }
  return found;
}

}  // namespace

struct Diff::State : RankedChanges {
  State(std::shared_ptr<const MatchedCosts> asked, const DiffFilter& wanted)
      : RankedChanges(std::move(asked), wanted), matches(count_matches(sides->nodes)) {
    const DiffNodes& nodes = sides->nodes;
    sizes.resize(nodes.size());
    DiffQueryRow row(sides->costs, selection().where);
    for (uint32_t node = 0; node < nodes.size(); ++node) {
      if (!nodes.is_listed(node)) {
        continue;
      }
      const NodeChange change = change_of(sides->costs, filter, node);
      sizes[node] = change.size;
      ++kinds[static_cast<size_t>(change.kind)];
      if (change.is_wanted) {
        row.set_node(node);
        if (fits(row)) {
          order.push_back(node);
          differs = differs || change.is_changed || filter.matched;
        }
      } else if (!change.is_changed) {
        ++unchanged;
      }
    }
    limit_rows();
    rank_nodes(order, shown);
    beyond.emplace(std::span(order).subspan(shown), order_beyond());
  }

  /// Brings so many of them to the front, in order.
  void rank_nodes(std::span<uint32_t> rows, size_t count) const {
    const DiffRatios ratios(sides->costs);
    rank_rows(
        rows, count, [&](uint32_t node) { return ratios.sort_change(node); },
        [this](uint32_t left, uint32_t right) { return sides->nodes.is_before(left, right); });
  }
  [[nodiscard]] LazyOrder::By order_beyond() {
    LazyOrder::By by{.cost = [this](uint32_t node) { return sizes[node]; },
                     .names = sides->nodes.order()};
    if (selection().sorts_by_ratio()) {
      by.sort_all = [this](std::span<uint32_t> rows) { rank_nodes(rows, rows.size()); };
    }
    return by;
  }

  std::array<size_t, kDiffKinds> kinds = {};
  MatchCounts matches;
  std::optional<LazyOrder> beyond;  ///< of `order` from `shown` on
};

Diff::Diff(std::shared_ptr<const MatchedCosts> sides, const DiffFilter& filter)
    : Diff(std::make_unique<State>(std::move(sides), filter)) {}
Diff::Diff(std::unique_ptr<State> state) : DiffList(*state), state_(std::move(state)) {}
Diff::Diff(Diff&&) noexcept = default;
Diff::~Diff() = default;

const std::array<size_t, kDiffKinds>& Diff::kinds() const {
  return state_->kinds;
}

std::vector<std::optional<Fraction>> Diff::total_ratios(Version side) const {
  return DiffRatios(state_->sides->costs).of_total(side);
}

const std::vector<CostRange>& Diff::total_ranges(Version side) const {
  return state_->sides->costs.total_ranges(side);
}

bool Diff::has_calls() const {
  return state_->sides->costs.has_calls();
}

bool Diff::has_inclusive() const {
  return state_->sides->costs.has_calls() || has_stacks(state_->sides->runs);
}

const MatchCounts& Diff::matches() const {
  return state_->matches;
}

DiffRow Diff::row(size_t rank) const {
  const uint32_t node =
      rank < state_->shown ? state_->order[rank] : state_->beyond->at(rank - state_->shown);
  return diff_row(state_->sides->costs, node);
}

Amount Diff::all_changes(size_t column) const {
  const DiffCosts& costs = state_->sides->costs;
  if (!state_->filter.matched && run_count(Version::kOld) == 1 && run_count(Version::kNew) == 1) {
    return change_of(costs.totals(Version::kOld)[column], costs.totals(Version::kNew)[column]);
  }
  int128 sum = 0;
  const DiffNodes& nodes = state_->sides->nodes;
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    if (nodes.is_listed(node) && (!state_->filter.matched || is_told(nodes.match(node)))) {
      sum += costs.self_change(node, column);
    }
  }
  return amount_of(sum, selection().has_estimates);
}

std::vector<Amount> Diff::not_shown() const {
  std::vector<Amount> left;
  const DiffCosts& costs = state_->sides->costs;
  for (size_t column = 0; column < costs.column_count(); ++column) {
    int128 rest = lower_of(all_changes(column));
    for (size_t rank = 0; rank < state_->shown; ++rank) {
      rest -= costs.self_change(state_->order[rank], column);
    }
    left.push_back(amount_of(rest, selection().has_estimates));
  }
  return left;
}

std::vector<BlameStep> Diff::blame() const {
  return blame_path(state_->sides->costs);
}

}  // namespace quern
