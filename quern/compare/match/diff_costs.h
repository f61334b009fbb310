// SPDX-License-Identifier: MIT
//
// What the rows of a comparison cost on either side, the change between them, and the change split
// into more calls and more expensive calls. Of several runs a side the median counts (the lower of
// two), and the range of all tells how far they differ by themselves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/compare/match/diff_nodes.h"
#include "quern/views/lists/costs_by_node.h"

namespace quern {

/// The lowest and the highest of several runs.
template <class Number>
struct RangeOfRuns {
  Number low = {}, high = {};

  /// Whether the two have a number in common: a change between them may be noise.
  [[nodiscard]] bool meets(const RangeOfRuns& other) const {
    return low <= other.high && other.low <= high;
  }
};
using CostRange = RangeOfRuns<int128>;
using RatioRange = RangeOfRuns<Fraction>;
/// What the runs that have a value come to.
struct RunRatio {
  Fraction median;
  RatioRange range;
  size_t runs = 0;  ///< how many they are
};

/// Of at least one.
template <class Number>
[[nodiscard]] RangeOfRuns<Number> range_of(const std::vector<Number>& values) {
  const auto [low, high] = std::ranges::minmax(values);
  return {low, high};
}
/// Of at least one, by their lower bounds.
[[nodiscard]] CostRange cost_range(std::span<const Amount> amounts);
/// Of at least one; as unsure as the least sure of them.
[[nodiscard]] Amount median_amount(std::span<const Amount> amounts);

/// A function or an edge on one side.
struct DiffSide {
  /// Adds a column to `costs`, which are of this side: the median of its runs and, of several,
  /// their range.
  void add_column(std::vector<Amount> DiffSide::* costs, std::span<const Amount> runs);

  std::vector<Amount> self;       ///< by column; empty of edges
  std::vector<Amount> inclusive;  ///< by column; of edges as recorded
  /// Of lines and files, by column, where it is known what was inlined: costs of lines with it, and
  /// those of code of which no line further outward is known.
  std::vector<Amount> with_inlined = {}, outermost = {};
  std::optional<Amount> calls;  ///< nothing where they are not counted
  /// By column, of what the answer is sorted by; empty where the side is one run.
  std::vector<CostRange> ranges;
  /// By Selection::ratios; nothing where there is no value. Edges have inclusive ones alone.
  std::vector<std::optional<Fraction>> self_ratios = {};
  std::vector<std::optional<Fraction>> inclusive_ratios = {};
  /// Of what rows are sorted by (Selection::sort_ratio).
  std::optional<RunRatio> sort_ratio = {};
};

/// Of a change of inclusive cost: what the change in the number of calls explains at the old cost
/// of a call, rounded toward zero, and the rest. By column; the two add up to the change.
struct DiffSplit {
  std::vector<Amount> more_calls;  ///< both as sure as the change that they are parts of, and calls
  std::vector<Amount> dearer_calls;
};

struct DiffChange {
  std::vector<Amount> self;                               ///< empty of edges
  std::vector<Amount> with_inlined = {}, outermost = {};  ///< as of DiffSide
  std::vector<Amount> inclusive;  ///< Estimated where a side has bounds: the change of the lower
  std::optional<Amount> calls;
  /// Nothing where a side has no calls, or the old one no cost.
  std::optional<DiffSplit> split;
  /// By Selection::ratios; nothing where a side has no value.
  std::vector<std::optional<Fraction>> self_ratios = {};
  std::vector<std::optional<Fraction>> inclusive_ratios = {};
  std::optional<Fraction> sort_ratio = {};  ///< of what rows are sorted by
};

/// What lines and files are ranked by, of a DiffSide or a DiffChange: costs with inlined code,
/// where they are known.
template <class Costs>
[[nodiscard]] const std::vector<Amount>& ranked_costs(const Costs& costs) {
  return !costs.with_inlined.empty() ? costs.with_inlined
         : !costs.outermost.empty()  ? costs.outermost
                                     : costs.self;
}

/// New less old, by their lower bounds: exact where both are.
[[nodiscard]] Amount change_of(const Amount& was, const Amount& is);

/// The same, without the certainty.
[[nodiscard]] constexpr int128 difference_of(const Amount& was, const Amount& is) {
  return lower_of(is) - lower_of(was);
}
/// New less old; a side that is not there counts 0.
[[nodiscard]] DiffChange change_between(const std::optional<DiffSide>& old_side,
                                        const std::optional<DiffSide>& new_side);

/// What every row of a comparison has of both sides.
struct ComparedSides {
  std::optional<DiffSide> old_side = {}, new_side = {};  ///< nothing where it is not there
  DiffChange change = {};
  /// The change of the sort column lies within what the runs of the sides differ by themselves.
  bool is_noise = false;

  /// Where a side has it, under one name.
  [[nodiscard]] DiffStatus status_of_sides() const {
    return status_of(old_side.has_value(), new_side.has_value());
  }
};

/// Whether any number of it is not 0.
[[nodiscard]] bool is_change(const DiffChange& change);

/// One pair of caller and callee: its edge in each run, the old ones first; nothing where a run has
/// none.
using EdgeOfRuns = std::vector<std::optional<uint32_t>>;

/// The edge of a run's graph. The root of exact stacks is no node of runs without any.
[[nodiscard]] std::optional<uint32_t> edge_of(const CostsByNode& run, uint32_t caller,
                                              uint32_t callee);

class DiffCosts {
 public:
  using Edges = CostsByNode::Edges;
  /// Keeps references to both.
  DiffCosts(const DiffRuns& runs, const DiffNodes& nodes, Edges edges = Edges::kWanted);
  /// Of other rows than `nodes` has: `maps`, by run, has the row of each function. What a row is
  /// called, and which side has it, is not known here.
  DiffCosts(const DiffRuns& runs, const DiffNodes& nodes, std::span<const NodeMap> maps,
            Edges edges = Edges::kWanted);

  [[nodiscard]] const DiffRuns& runs() const { return *runs_; }
  [[nodiscard]] const DiffNodes& nodes() const { return *nodes_; }
  [[nodiscard]] const Selection& selection() const { return runs_->selection(); }
  [[nodiscard]] size_t column_count() const { return selection().columns.size(); }

  /// By column, of a run counted over the old ones and then the new ones.
  [[nodiscard]] const std::vector<int128>& run_totals(size_t run) const { return run_totals_[run]; }
  /// With its mark.
  [[nodiscard]] Amount run_total(size_t run, size_t column) const {
    return amount_of(run_totals_[run][column], runs_->run(run).selection.has_estimated_totals);
  }
  /// By column: the median of the runs' totals.
  [[nodiscard]] const std::vector<Amount>& totals(Version side) const {
    return totals_[static_cast<size_t>(side)];
  }
  /// Of any column, those beside too.
  [[nodiscard]] int128 total(size_t column, Version side) const;
  /// By column; empty where the side is one run.
  [[nodiscard]] const std::vector<CostRange>& total_ranges(Version side) const {
    return total_ranges_[static_cast<size_t>(side)];
  }
  /// Whether every run counts calls.
  [[nodiscard]] bool has_calls() const { return has_calls_; }

  [[nodiscard]] Amount self(uint32_t node, size_t column, Version side) const;
  [[nodiscard]] Amount inclusive(uint32_t node, size_t column, Version side) const;
  [[nodiscard]] std::optional<Amount> calls(uint32_t node, Version side) const;
  // New less old, in one column.
  [[nodiscard]] int128 self_change(uint32_t node, size_t column) const {
    return difference_of(self(node, column, Version::kOld), self(node, column, Version::kNew));
  }
  [[nodiscard]] int128 inclusive_change(uint32_t node, size_t column) const {
    return difference_of(inclusive(node, column, Version::kOld),
                         inclusive(node, column, Version::kNew));
  }
  [[nodiscard]] int128 edge_change(const EdgeOfRuns& edge, size_t column) const {
    return difference_of(edge_inclusive(edge, column, Version::kOld),
                         edge_inclusive(edge, column, Version::kNew));
  }
  /// Nothing where that side has no such function.
  [[nodiscard]] std::optional<DiffSide> side(uint32_t node, Version side) const;
  /// The same of a row that the side is known to have.
  [[nodiscard]] DiffSide costs_of(uint32_t node, Version side) const;
  [[nodiscard]] EdgeOfRuns find_edge(uint32_t caller, uint32_t callee) const;
  /// Of an edge, as recorded; 0 where no run of that side has it.
  [[nodiscard]] Amount edge_inclusive(const EdgeOfRuns& edge, size_t column, Version side) const;
  [[nodiscard]] Amount edge_calls(const EdgeOfRuns& edge, Version side) const;
  /// Whether any run of that side has such an edge.
  [[nodiscard]] bool has_edge(const EdgeOfRuns& edge, Version side) const;
  /// Nothing where none has.
  [[nodiscard]] std::optional<DiffSide> edge(uint32_t caller, uint32_t callee, Version side) const;
  /// Of all runs, the old ones first, and of those of a side.
  [[nodiscard]] std::span<const CostsByNode> all() const { return costs_; }
  [[nodiscard]] std::span<const CostsByNode> of(Version side) const;

 private:
  template <class Cost>
  [[nodiscard]] Amount median(Version side, const Cost& cost) const;
  /// `cost(run, edge)`, of the runs of that side that have it.
  template <class Cost>
  [[nodiscard]] Amount median_of(const EdgeOfRuns& edge, Version side, const Cost& cost) const;
  /// `cost(run)`, of each run of a side.
  template <class Cost>
  [[nodiscard]] std::vector<Amount> amounts(Version side, const Cost& cost) const;

  void add_totals(Version side);
  [[nodiscard]] std::vector<int128> totals_of_runs(size_t column, Version side) const;

  const DiffRuns* runs_;
  const DiffNodes* nodes_;
  std::vector<CostsByNode> costs_;  ///< by run
  std::vector<std::vector<int128>> run_totals_;
  std::vector<Amount> totals_[2];
  std::vector<CostRange> total_ranges_[2];
  bool has_calls_ = true;
};

}  // namespace quern
