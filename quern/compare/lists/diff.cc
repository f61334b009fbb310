// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/compare/lists/diff_blame.h"
#include "quern/compare/lists/diff_query.h"
#include "quern/compare/lists/diff_ratios.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/query/query_scanner.h"
#include "quern/views/lists/lazy_order.h"
#include "quern/views/lists/ranking.h"

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
  DiffKind kind = DiffKind::kUnchanged;
  int128 size = 0;
};

Amount self_change(const DiffCosts& costs, uint32_t node, size_t column) {
  return change_of(costs.self(node, column, Version::kOld),
                   costs.self(node, column, Version::kNew));
}

DiffKind kind_of(DiffStatus status, bool is_changed) {
  switch (status) {
    case DiffStatus::kAdded:
      return DiffKind::kAdded;
    case DiffStatus::kRemoved:
      return DiffKind::kRemoved;
    case DiffStatus::kRenamed:
      return DiffKind::kRenamed;
    case DiffStatus::kBoth:
      break;
  }
  return is_changed ? DiffKind::kChanged : DiffKind::kUnchanged;
}

/// As diff_row() would say, without making a row of each of a million functions.
NodeChange change_of(const DiffCosts& costs, const DiffFilter& filter, uint32_t node) {
  NodeChange found;
  const DiffNodes& nodes = costs.nodes();
  const DiffStatus status = nodes.status(node);
  found.is_changed = status != DiffStatus::kBoth;
  const Selection& selection = costs.selection();
  for (size_t column = 0; column < costs.column_count(); ++column) {
    const int128 self = lower_of(self_change(costs, node, column));
    const int128 inclusive = lower_of(costs.inclusive(node, column, Version::kNew)) -
                             lower_of(costs.inclusive(node, column, Version::kOld));
    found.is_changed = found.is_changed || self != 0 || inclusive != 0;
    if (column == selection.sort_column) {
      found.size = absolute(selection.sort_by == SortBy::kSelf ? self : inclusive);
    }
  }
  const auto calls = [&](Version side) {
    return lower_of(costs.calls(node, side).value_or(Exact{0}));
  };
  const int128 more_calls = calls(Version::kNew) - calls(Version::kOld);
  found.is_changed = found.is_changed || more_calls != 0 || DiffRatios(costs).differ(node);
  if (selection.sorts_calls) {
    found.size = absolute(more_calls);
  }
  const Match match = nodes.match(node);
  found.is_wanted = filter.matched ? match != Match::kNone && match != Match::kExact
                                   : found.is_changed || filter.unchanged;
  found.kind = kind_of(status, found.is_changed);
  if (filter.kinds) {
    found.is_wanted = found.is_wanted && (*filter.kinds)[static_cast<size_t>(found.kind)];
  }
  return found;
}

bool fits(const Selection& selection, const DiffQueryRow& row) {
  return !selection.where.query || selection.where.query->fits(row);
}

/// Of an edge's inclusive cost.
int128 change_of(const DiffCosts& costs, const EdgeOfRuns& edge, size_t column) {
  const auto cost = [&](Version side) {
    return lower_of(costs.edge_inclusive(edge, column, side));
  };
  return cost(Version::kNew) - cost(Version::kOld);
}

/// Likewise of its number of calls.
int128 change_of_calls(const DiffCosts& costs, const EdgeOfRuns& edge) {
  const auto count = [&](Version side) { return lower_of(costs.edge_calls(edge, side)); };
  return count(Version::kNew) - count(Version::kOld);
}

/// How many rows of these sizes, in no order, are too small a change to be shown.
size_t count_below(const DiffFilter& filter, const DiffCosts& costs, std::span<const uint32_t> rows,
                   std::span<const int128> sizes) {
  const size_t column = costs.selection().sort_column;
  if (!filter.least_change || (filter.least_change->is_percent && column >= costs.column_count())) {
    return 0;
  }
  const int128 total =
      column < costs.column_count() ? lower_of(costs.totals(Version::kOld)[column]) : 0;
  return static_cast<size_t>(std::ranges::count_if(
      rows, [&](uint32_t row) { return !filter.least_change->allows(sizes[row], total); }));
}

struct EdgeChange {
  bool is_changed = false;
  int128 size = 0;
};

/// As diff_call_row() would say, without making a row of each of ten million edges.
EdgeChange change_of(const DiffCosts& costs, EdgeKey key, const EdgeOfRuns& edge) {
  EdgeChange found;
  found.is_changed = !costs.has_edge(edge, Version::kOld) || !costs.has_edge(edge, Version::kNew) ||
                     (costs.has_calls() && change_of_calls(costs, edge) != 0);
  for (size_t column = 0; column < costs.column_count(); ++column) {
    const int128 change = change_of(costs, edge, column);
    found.is_changed = found.is_changed || change != 0;
    if (column == costs.selection().sort_column) {
      found.size = absolute(change);
    }
  }
  if (costs.selection().sorts_calls) {
    found.size = absolute(change_of_calls(costs, edge));
  }
  found.is_changed = found.is_changed || DiffRatios(costs).differ(key);
  return found;
}

}  // namespace

struct Diff::State {
  State(std::shared_ptr<const MatchedCosts> asked, const DiffFilter& wanted)
      : sides(std::move(asked)), filter(wanted), matches(count_matches(sides->nodes)) {
    const DiffNodes& nodes = sides->nodes;
    sizes.resize(nodes.size());
    DiffQueryRow row(sides->costs, sides->selection().where);
    for (uint32_t node = 0; node < nodes.size(); ++node) {
      if (!nodes.is_listed(node)) {
        continue;
      }
      const NodeChange change = change_of(sides->costs, filter, node);
      sizes[node] = change.size;
      ++kinds[static_cast<size_t>(change.kind)];
      if (change.is_wanted) {
        row.set_node(node);
        if (fits(sides->selection(), row)) {
          order.push_back(node);
          differs = differs || change.is_changed || filter.matched;
        } else {
          ++left_out;
        }
      } else if (!change.is_changed) {
        ++unchanged;
      }
    }
    below = count_below(filter, sides->costs, order, sizes);
    shown = within_limit(sides->selection().limit, order.size() - below);
    rank_rows(order, shown);
    beyond.emplace(std::span(order).subspan(shown), order_beyond());
  }

  [[nodiscard]] bool sorts_by_ratio() const {
    return sides->selection().sort_ratio && !sides->selection().sorts_calls;
  }

  /// Brings so many of them to the front, in order.
  void rank_rows(std::span<uint32_t> rows, size_t count) const {
    const auto is_before = [this](uint32_t left, uint32_t right) {
      return sides->nodes.is_before(left, right);
    };
    if (sorts_by_ratio()) {
      const DiffRatios ratios(sides->costs);
      rank_computed(
          rows, count, [&](uint32_t node) { return ratios.sort_change(node); }, is_before);
    } else {
      rank(rows, count, [this](uint32_t node) { return sizes[node]; }, is_before);
    }
  }

  [[nodiscard]] LazyOrder::By order_beyond() {
    LazyOrder::By by{.cost = [this](uint32_t node) { return sizes[node]; },
                     .names = sides->nodes.order()};
    if (sorts_by_ratio()) {
      by.sort_all = [this](std::span<uint32_t> rows) { rank_rows(rows, rows.size()); };
    }
    return by;
  }

  std::shared_ptr<const MatchedCosts> sides;
  DiffFilter filter;
  std::array<size_t, kDiffKinds> kinds = {};
  MatchCounts matches;
  std::vector<int128> sizes;    ///< by node: of the change in the sort column
  std::vector<uint32_t> order;  ///< nodes by rank; from `shown` on as `beyond` has put them
  size_t shown = 0;
  std::optional<LazyOrder> beyond;
  size_t left_out = 0;
  size_t unchanged = 0;
  size_t below = 0;
  bool differs = false;
};

bool LeastChange::allows(int128 size, int128 old_total) const {
  constexpr int128 kWhole = 100;
  return is_percent ? compare_products(size, kWhole * number.denominator, number.numerator,
                                       absolute(old_total)) >= 0
                    : compare_products(size, number.denominator, number.numerator, 1) >= 0;
}

std::optional<LeastChange> parse_least_change(std::string_view text) {
  QueryScanner scanner(text);
  const Result<Fraction> number = scanner.number();
  if (!number || number->numerator < 0) {
    return std::nullopt;
  }
  LeastChange least{.number = *number, .is_percent = scanner.take("%"), .text = std::string(text)};
  return scanner.at_end() ? std::optional(std::move(least)) : std::nullopt;
}

Diff::Diff(std::shared_ptr<const MatchedCosts> sides, const DiffFilter& filter)
    : state_(std::make_unique<State>(std::move(sides), filter)) {}
Diff::Diff(Diff&&) noexcept = default;
Diff::~Diff() = default;

const Selection& Diff::selection() const {
  return state_->sides->selection();
}

std::span<const std::string_view> diff_kind_words() {
  static constexpr std::array<std::string_view, kDiffKinds> kWords = {"added", "removed", "renamed",
                                                                      "changed", "unchanged"};
  return kWords;
}

std::optional<DiffKinds> parse_diff_kinds(std::string_view text) {
  DiffKinds kinds = {};
  if (text.empty()) {
    return std::nullopt;
  }
  for (const auto piece : std::views::split(text, ',')) {
    const std::string_view word(piece.begin(), piece.end());
    const auto found = std::ranges::find(diff_kind_words(), word);
    if (found == diff_kind_words().end()) {
      return std::nullopt;
    }
    kinds[static_cast<size_t>(found - diff_kind_words().begin())] = true;
  }
  return kinds;
}

const std::array<size_t, kDiffKinds>& Diff::kinds() const {
  return state_->kinds;
}

const DiffFilter& Diff::filter() const {
  return state_->filter;
}

const std::vector<Amount>& Diff::totals(Version side) const {
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

size_t Diff::row_count() const {
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

size_t Diff::below_least() const {
  return state_->below;
}

bool Diff::differs() const {
  return state_->differs;
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
    const bool is_other = nodes.match(node) == Match::kNone || nodes.match(node) == Match::kExact;
    if (nodes.is_listed(node) && !(state_->filter.matched && is_other)) {
      sum += lower_of(self_change(costs, node, column));
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
      rest -= lower_of(self_change(costs, state_->order[rank], column));
    }
    left.push_back(amount_of(rest, selection().has_estimates));
  }
  return left;
}

std::vector<BlameStep> Diff::blame() const {
  return blame_path(state_->sides->costs);
}

struct DiffCalls::State {
  State(const DiffRuns& asked, const DiffFilter& wanted)
      : sides(compared(asked)), filter(wanted), edges(all_edges(sides->costs)) {
    DiffQueryRow row(sides->costs, sides->selection().where);
    sizes.reserve(edges.size());
    order.reserve(edges.size());
    EdgeWalk walk(sides->costs);
    for (const EdgeKey edge : edges) {  // those that stay move up
      const EdgeOfRuns& found = walk.to(edge);
      const EdgeChange change = change_of(sides->costs, edge, found);
      if (!filter.unchanged && !change.is_changed) {
        ++unchanged;
        continue;
      }
      row.set_edge(edge, found);
      if (!fits(sides->selection(), row)) {
        ++left_out;
        continue;
      }
      differs = differs || change.is_changed;
      edges[order.size()] = edge;
      order.push_back(static_cast<uint32_t>(order.size()));
      sizes.push_back(change.size);
    }
    edges.resize(order.size());
    below = count_below(filter, sides->costs, order, sizes);
    shown = within_limit(sides->selection().limit, order.size() - below);
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

  std::shared_ptr<const MatchedCosts> sides;
  DiffFilter filter;
  std::vector<EdgeKey> edges;   ///< those that are rows
  std::vector<int128> sizes;    ///< by edge: of the change in the sort column
  std::vector<uint32_t> order;  ///< into edges, by rank; beyond `shown` in no order
  size_t shown = 0;
  size_t left_out = 0;
  size_t unchanged = 0;
  size_t below = 0;
  bool differs = false;
};

DiffCalls::DiffCalls(const DiffRuns& runs, const DiffFilter& filter)
    : state_(std::make_unique<State>(runs, filter)) {}
DiffCalls::DiffCalls(DiffCalls&&) noexcept = default;
DiffCalls::~DiffCalls() = default;

const Selection& DiffCalls::selection() const {
  return state_->sides->selection();
}

const std::vector<Amount>& DiffCalls::totals(Version side) const {
  return state_->sides->costs.totals(side);
}

size_t DiffCalls::row_count() const {
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

size_t DiffCalls::below_least() const {
  return state_->below;
}

const DiffFilter& DiffCalls::filter() const {
  return state_->filter;
}

bool DiffCalls::differs() const {
  return state_->differs;
}

DiffCallRow DiffCalls::row(size_t rank) const {
  return diff_call_row(state_->sides->costs, state_->edges[state_->order[rank]]);
}

std::vector<Amount> DiffCalls::highest_not_shown() const {
  std::vector<bool> is_shown(state_->edges.size());
  for (size_t rank = 0; rank < state_->shown; ++rank) {
    is_shown[state_->order[rank]] = true;
  }
  std::vector<int128> highest;
  EdgeWalk walk(state_->sides->costs);
  for (size_t at = 0; at < state_->edges.size(); ++at) {
    if (is_shown[at]) {
      continue;
    }
    const EdgeOfRuns& edge = walk.to(state_->edges[at]);
    highest.resize(selection().columns.size());
    for (size_t column = 0; column < highest.size(); ++column) {
      highest[column] =
          std::max(highest[column], absolute(change_of(state_->sides->costs, edge, column)));
    }
  }
  std::vector<Amount> amounts;
  for (const int128 cost : highest) {
    amounts.push_back(amount_of(cost, selection().has_estimates));
  }
  return amounts;
}

}  // namespace quern
