// SPDX-License-Identifier: MIT
#include "quern/views/diff.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/context_walk.h"
#include "quern/views/diff_blame.h"
#include "quern/views/diff_query.h"
#include "quern/views/diff_ratios.h"
#include "quern/views/diff_rows.h"
#include "quern/views/ranking.h"

namespace quern {

namespace {

MatchCounts count_matches(const DiffNodes& nodes) {
  MatchCounts counts;
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    if (!nodes.is_listed(node)) {
      continue;
    }
    switch (nodes.match(node)) {
      case Match::kExact:
        ++counts.exact;
        break;
      case Match::kRule:
        ++counts.rule;
        break;
      case Match::kNormalised:
        ++counts.normalised;
        break;
      case Match::kGuess:
        ++counts.guess;
        break;
      case Match::kNone:
        ++(nodes.status(node) == DiffStatus::kAdded ? counts.added : counts.removed);
        break;
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
  int128 size = 0;
};

/// As diff_row() would say, without making a row of each of a million functions.
NodeChange change_of(const DiffCosts& costs, const DiffFilter& filter, uint32_t node) {
  NodeChange found;
  const DiffNodes& nodes = costs.nodes();
  const DiffStatus status = nodes.status(node);
  found.is_changed = status != DiffStatus::kBoth;
  const Selection& selection = costs.selection();
  for (size_t column = 0; column < costs.column_count(); ++column) {
    const int128 self =
        costs.self(node, column, Version::kNew) - costs.self(node, column, Version::kOld);
    const int128 inclusive = lower_of(costs.inclusive(node, column, Version::kNew)) -
                             lower_of(costs.inclusive(node, column, Version::kOld));
    found.is_changed = found.is_changed || self != 0 || inclusive != 0;
    if (column == selection.sort_column) {
      found.size = absolute(selection.sort_by == SortBy::kSelf ? self : inclusive);
    }
  }
  found.is_changed = found.is_changed ||
                     costs.calls(node, Version::kOld) != costs.calls(node, Version::kNew) ||
                     DiffRatios(costs).differ(node);
  if (selection.sorts_calls) {
    found.size = absolute(costs.calls(node, Version::kNew).value_or(0) -
                          costs.calls(node, Version::kOld).value_or(0));
  }
  const Match match = nodes.match(node);
  found.is_wanted = filter.matched ? match != Match::kNone && match != Match::kExact
                                   : found.is_changed || filter.unchanged;
  return found;
}

bool fits(const Selection& selection, const ComparedRow& row) {
  return !selection.where.query || selection.where.query->fits(row);
}

/// Of an edge's inclusive cost.
int128 change_of(const DiffCosts& costs, EdgeKey edge, size_t column) {
  return costs.edge_inclusive(caller_of(edge), callee_of(edge), column, Version::kNew) -
         costs.edge_inclusive(caller_of(edge), callee_of(edge), column, Version::kOld);
}

struct EdgeChange {
  bool is_changed = false;
  int128 size = 0;
};

/// As diff_call_row() would say, without making a row of each of ten million edges.
EdgeChange change_of(const DiffCosts& costs, EdgeKey edge) {
  const uint32_t caller = caller_of(edge);
  const uint32_t callee = callee_of(edge);
  EdgeChange found;
  found.is_changed = !costs.has_edge(caller, callee, Version::kOld) ||
                     !costs.has_edge(caller, callee, Version::kNew) ||
                     (costs.has_calls() && costs.edge_calls(caller, callee, Version::kOld) !=
                                               costs.edge_calls(caller, callee, Version::kNew));
  for (size_t column = 0; column < costs.column_count(); ++column) {
    const int128 change = change_of(costs, edge, column);
    found.is_changed = found.is_changed || change != 0;
    if (column == costs.selection().sort_column) {
      found.size = absolute(change);
    }
  }
  if (costs.selection().sorts_calls) {
    found.size = absolute(costs.edge_calls(caller, callee, Version::kNew) -
                          costs.edge_calls(caller, callee, Version::kOld));
  }
  found.is_changed = found.is_changed || DiffRatios(costs).differ(edge);
  return found;
}

}  // namespace

struct Diff::State {
  State(std::shared_ptr<const Comparison> asked, const DiffFilter& wanted)
      : sides(std::move(asked)), filter(wanted), matches(count_matches(sides->nodes)) {
    const DiffNodes& nodes = sides->nodes;
    sizes.resize(nodes.size());
    ComparedRow row(sides->costs, sides->selection().where.columns);
    for (uint32_t node = 0; node < nodes.size(); ++node) {
      if (!nodes.is_listed(node)) {
        continue;
      }
      const NodeChange change = change_of(sides->costs, filter, node);
      sizes[node] = change.size;
      if (change.is_wanted) {
        row.set_node(node);
        if (fits(sides->selection(), row)) {
          order.push_back(node);
        } else {
          ++left_out;
        }
      } else if (!change.is_changed) {
        ++unchanged;
      }
    }
    shown = within_limit(sides->selection().limit, order.size());
    const auto is_before = [&nodes](uint32_t left, uint32_t right) {
      return nodes.is_before(left, right);
    };
    if (sides->selection().sort_ratio && !sides->selection().sorts_calls) {
      const DiffRatios ratios(sides->costs);
      rank_computed(
          order, shown, [&](uint32_t node) { return ratios.sort_change(node); }, is_before);
    } else {
      rank(order, shown, [this](uint32_t node) { return sizes[node]; }, is_before);
    }
  }

  std::shared_ptr<const Comparison> sides;
  DiffFilter filter;
  MatchCounts matches;
  std::vector<int128> sizes;    ///< by node: of the change in the sort column
  std::vector<uint32_t> order;  ///< nodes by rank; beyond `shown` in no order
  size_t shown = 0;
  size_t left_out = 0;
  size_t unchanged = 0;
};

Diff::Diff(std::shared_ptr<const Comparison> sides, const DiffFilter& filter)
    : state_(std::make_unique<State>(std::move(sides), filter)) {}
Diff::Diff(Diff&&) noexcept = default;
Diff::~Diff() = default;

const Selection& Diff::selection() const {
  return state_->sides->selection();
}

const DiffFilter& Diff::filter() const {
  return state_->filter;
}

const std::vector<int128>& Diff::totals(Version side) const {
  return state_->sides->costs.totals(side);
}

std::vector<std::optional<Fraction>> Diff::total_ratios(Version side) const {
  return DiffRatios(state_->sides->costs).of_total(side);
}

const std::vector<CostRange>& Diff::total_ranges(Version side) const {
  return state_->sides->costs.total_ranges(side);
}

size_t Diff::run_count(Version side) const {
  return state_->sides->runs.of(side).size();
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

size_t Diff::of() const {
  return state_->order.size();
}

size_t Diff::shown() const {
  return state_->shown;
}

size_t Diff::left_out() const {
  return state_->left_out;
}

size_t Diff::unchanged() const {
  return state_->unchanged;
}

DiffRow Diff::row(size_t rank) const {
  return diff_row(state_->sides->costs, state_->order[rank]);
}

std::vector<int128> Diff::not_shown() const {
  std::vector<int128> left;
  const DiffCosts& costs = state_->sides->costs;
  for (size_t column = 0; column < costs.column_count(); ++column) {
    left.push_back(costs.totals(Version::kNew)[column] - costs.totals(Version::kOld)[column]);
    for (size_t rank = 0; rank < state_->shown; ++rank) {
      const uint32_t node = state_->order[rank];
      left[column] -=
          costs.self(node, column, Version::kNew) - costs.self(node, column, Version::kOld);
    }
  }
  return left;
}

std::vector<BlameStep> Diff::blame() const {
  return blame_path(state_->sides->costs);
}

struct DiffCalls::State {
  State(const DiffRuns& asked, const DiffFilter& filter) : sides(compared(asked)) {
    ComparedRow row(sides->costs, sides->selection().where.columns);
    for (const EdgeKey edge : all_edges(sides->costs)) {
      const EdgeChange change = change_of(sides->costs, edge);
      if (!filter.unchanged && !change.is_changed) {
        ++unchanged;
        continue;
      }
      row.set_edge(edge);
      if (!fits(sides->selection(), row)) {
        ++left_out;
        continue;
      }
      order.push_back(static_cast<uint32_t>(edges.size()));
      edges.push_back(edge);
      sizes.push_back(change.size);
    }
    shown = within_limit(sides->selection().limit, order.size());
    const auto is_named_before = [this](uint32_t left, uint32_t right) {
      return is_before(edges[left], edges[right]);
    };
    if (sides->selection().sort_ratio && !sides->selection().sorts_calls) {
      const DiffRatios ratios(sides->costs);
      rank_computed(
          order, shown, [&](uint32_t at) { return ratios.sort_change(edges[at]); },
          is_named_before);
    } else {
      rank(order, shown, [this](uint32_t at) { return sizes[at]; }, is_named_before);
    }
  }

  [[nodiscard]] bool is_before(EdgeKey left, EdgeKey right) const {
    const DiffNodes& nodes = sides->nodes;
    return caller_of(left) != caller_of(right) ? nodes.is_before(caller_of(left), caller_of(right))
                                               : nodes.is_before(callee_of(left), callee_of(right));
  }

  std::shared_ptr<const Comparison> sides;
  std::vector<EdgeKey> edges;   ///< those that are rows
  std::vector<int128> sizes;    ///< by edge: of the change in the sort column
  std::vector<uint32_t> order;  ///< into edges, by rank; beyond `shown` in no order
  size_t shown = 0;
  size_t left_out = 0;
  size_t unchanged = 0;
};

DiffCalls::DiffCalls(const DiffRuns& runs, const DiffFilter& filter)
    : state_(std::make_unique<State>(runs, filter)) {}
DiffCalls::DiffCalls(DiffCalls&&) noexcept = default;
DiffCalls::~DiffCalls() = default;

const Selection& DiffCalls::selection() const {
  return state_->sides->selection();
}

const std::vector<int128>& DiffCalls::totals(Version side) const {
  return state_->sides->costs.totals(side);
}

size_t DiffCalls::of() const {
  return state_->order.size();
}

size_t DiffCalls::shown() const {
  return state_->shown;
}

size_t DiffCalls::left_out() const {
  return state_->left_out;
}

size_t DiffCalls::unchanged() const {
  return state_->unchanged;
}

DiffCallRow DiffCalls::row(size_t rank) const {
  return diff_call_row(state_->sides->costs, state_->edges[state_->order[rank]]);
}

std::vector<int128> DiffCalls::highest_not_shown() const {
  std::vector<int128> highest;
  for (size_t rank = state_->shown; rank < state_->order.size(); ++rank) {
    const EdgeKey edge = state_->edges[state_->order[rank]];
    highest.resize(selection().columns.size());
    for (size_t column = 0; column < highest.size(); ++column) {
      highest[column] =
          std::max(highest[column], absolute(change_of(state_->sides->costs, edge, column)));
    }
  }
  return highest;
}

}  // namespace quern
