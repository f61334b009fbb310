// SPDX-License-Identifier: MIT
#include "quern/compare/trend/trend.h"

#include <algorithm>
#include <utility>

#include "quern/compare/match/diff_costs.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/views/lists/ranking.h"
#include "quern/views/trees/flame.h"

namespace quern {
namespace {

/// What a function, or all together, cost at one point.
struct PointCost {
  Amount cost;
  CostRange range;
};

PointCost point_cost(std::span<const Amount> runs) {
  return {median_amount(runs), cost_range(runs)};
}

TrendStep step_to(size_t point, const PointCost& was, const PointCost& is) {
  const Amount change = change_of(was.cost, is.cost);
  return {point, change, lower_of(change) != 0 && was.range.meets(is.range)};
}

/// Any step beyond noise is larger than all that are noise.
std::pair<int128, int128> size_of(const TrendStep& step) {
  const int128 size = absolute(lower_of(step.change));
  return {step.is_noise ? 0 : size, size};
}

/// Of equal ones the first.
TrendStep largest_step(std::span<const PointCost> costs) {
  TrendStep largest = step_to(1, costs[0], costs[1]);
  for (size_t point = 2; point < costs.size(); ++point) {
    const TrendStep step = step_to(point, costs[point - 1], costs[point]);
    if (size_of(step) > size_of(largest)) {
      largest = step;
    }
  }
  return largest;
}

}  // namespace

struct Trend::State {
  State(DiffRuns asked, std::vector<TrendPoint> wanted)
      : sides(std::move(asked)),
        points(std::move(wanted)),
        costs(sides.runs, sides.nodes, DiffCosts::Edges::kNone) {
    add_totals();
    rank_rows();
  }

  [[nodiscard]] const Selection& selection() const { return sides.runs.selection(); }
  [[nodiscard]] size_t column_count() const { return selection().columns.size(); }

  void add_totals() {
    size_t run = 0;
    for (TrendPoint& point : points) {
      for (size_t column = 0; column < column_count(); ++column) {
        const PointCost cost =
            of_point(run, point.runs, [&](size_t at) { return costs.run_total(at, column); });
        point.totals.push_back(cost.cost);
        if (column == selection().sort_column) {
          total_costs.push_back(cost);
          point.range = cost.range;
        }
      }
      run += point.runs;
    }
  }

  template <class CostOf>
  [[nodiscard]] static PointCost of_point(size_t first, size_t count, const CostOf& cost_of) {
    std::vector<Amount> runs;
    for (size_t run = first; run < first + count; ++run) {
      runs.push_back(cost_of(run));
    }
    return point_cost(runs);
  }

  /// By point.
  [[nodiscard]] std::vector<PointCost> costs_of(uint32_t node, size_t column) const {
    std::vector<PointCost> found;
    size_t run = 0;
    for (const TrendPoint& point : points) {
      found.push_back(of_point(run, point.runs, [&](size_t at) {
        const CostsByNode& own = costs.all()[at];
        return selection().sort_by == SortBy::kSelf ? own.self_amount(node, column)
                                                    : own.inclusive(node, column);
      }));
      run += point.runs;
    }
    return found;
  }

  [[nodiscard]] bool is_changed(uint32_t node) const {
    for (size_t column = 0; column < column_count(); ++column) {
      const std::vector<PointCost> found = costs_of(node, column);
      if (std::ranges::any_of(found, [&](const PointCost& cost) {
            return lower_of(cost.cost) != lower_of(found.front().cost);
          })) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] TrendStep step_of(uint32_t node) const {
    const size_t column = selection().sort_column;
    return column < column_count() ? largest_step(costs_of(node, column)) : TrendStep{1, Exact{0}};
  }

  void rank_rows() {
    for (uint32_t node = 0; node < sides.nodes.size(); ++node) {
      if (!sides.nodes.is_listed(node)) {
        continue;
      }
      if (is_changed(node)) {
        order.push_back(node);
      } else {
        ++unchanged;
      }
    }
    shown = within_limit(selection().limit, order.size());
    std::vector<TrendStep> steps(sides.nodes.size());
    for (const uint32_t node : order) {
      steps[node] = step_of(node);
    }
    rank(std::span(order), shown, [&](uint32_t left, uint32_t right) {
      const auto left_size = size_of(steps[left]);
      const auto right_size = size_of(steps[right]);
      return left_size != right_size ? left_size > right_size : sides.nodes.is_before(left, right);
    });
    for (const uint32_t node : std::span(order).subspan(shown)) {
      if (absolute(lower_of(steps[node].change)) > absolute(lower_of(highest.change))) {
        highest = steps[node];
      }
    }
  }

  MatchedSides sides;
  std::vector<TrendPoint> points;
  DiffCosts costs;                     ///< those of the first point first
  std::vector<PointCost> total_costs;  ///< by point, of the sort column
  std::vector<uint32_t> order;         ///< nodes; the first `shown` by rank
  size_t shown = 0;
  size_t unchanged = 0;
  TrendStep highest = {.point = 1, .change = Exact{0}};  ///< of those not shown
};

Trend::Trend(DiffRuns runs, std::vector<TrendPoint> points)
    : state_(std::make_unique<State>(std::move(runs), std::move(points))) {}

Trend::Trend(Trend&&) noexcept = default;
Trend::~Trend() = default;

const Selection& Trend::selection() const {
  return state_->selection();
}

const std::vector<TrendPoint>& Trend::points() const {
  return state_->points;
}

TrendStep Trend::total_step() const {
  return state_->total_costs.empty() ? TrendStep{1, Exact{0}} : largest_step(state_->total_costs);
}

TrendStep Trend::total_step_at(size_t point) const {
  const std::vector<PointCost>& costs = state_->total_costs;
  return costs.empty() ? TrendStep{point, Exact{0}}
                       : step_to(point, costs[point - 1], costs[point]);
}

size_t Trend::row_count() const {
  return state_->order.size();
}

size_t Trend::shown() const {
  return state_->shown;
}

size_t Trend::unchanged() const {
  return state_->unchanged;
}

TrendRow Trend::row(size_t rank) const {
  const uint32_t node = state_->order[rank];
  const DiffNodes& nodes = state_->sides.nodes;
  TrendRow row{.name = nodes.name(node),
               .match = nodes.match(node),
               .values = std::vector<std::vector<Amount>>(state_->points.size()),
               .step = state_->step_of(node)};
  if (nodes.status(node) == DiffStatus::kRenamed) {
    row.old_name = nodes.name(node, Version::kOld);
  }
  for (size_t column = 0; column < state_->column_count(); ++column) {
    const std::vector<PointCost> costs = state_->costs_of(node, column);
    for (size_t point = 0; point < costs.size(); ++point) {
      row.values[point].push_back(costs[point].cost);
      if (column == selection().sort_column) {
        row.ranges.push_back(costs[point].range);
      }
    }
    if (column == selection().sort_column) {
      row.change = change_of(costs.front().cost, costs.back().cost);
    }
  }
  return row;
}

std::optional<Amount> Trend::not_shown() const {
  const size_t column = selection().sort_column;
  if (column >= state_->column_count() || selection().sort_by != SortBy::kSelf ||
      holds_peaks(*state_->sides.runs.new_runs.back().profile, selection()) ||
      std::ranges::any_of(points(), [](const TrendPoint& point) { return point.runs != 1; })) {
    return std::nullopt;
  }
  const Amount whole = change_of(points().front().totals[column], points().back().totals[column]);
  int128 rest = lower_of(whole);
  bool is_guess = certainty_of(whole) != Certainty::kExact;
  for (size_t rank = 0; rank < shown(); ++rank) {
    const Amount change = row(rank).change;
    rest -= lower_of(change);
    is_guess = is_guess || certainty_of(change) != Certainty::kExact;
  }
  return amount_of(rest, is_guess);
}

Amount Trend::highest_not_shown() const {
  const Amount& change = state_->highest.change;
  return amount_of(absolute(lower_of(change)), certainty_of(change) != Certainty::kExact);
}

}  // namespace quern
