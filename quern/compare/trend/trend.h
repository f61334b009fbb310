// SPDX-License-Identifier: MIT
//
// What functions (or groups) cost over a sequence of runs, such as versions of a program: where
// each changed most from one point to the next. Of several runs of one point the median counts (the
// lower of two), and what they differ by themselves is noise.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quern/compare/match/diff_costs.h"
#include "quern/compare/match/diff_nodes.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

/// One value of each function, from one run or several.
struct TrendPoint {
  std::string label;
  size_t runs = 1;                  ///< that count
  size_t outliers = 0;              ///< that were left out
  bool is_complete = true;          ///< false: a run that counts is incomplete
  std::vector<Amount> totals = {};  ///< by column
  CostRange range = {};             ///< of the total of the sort column
};

/// From the point before to this one.
struct TrendStep {
  size_t point = 0;  ///< above 0
  Amount change;
  bool is_noise = false;  ///< the runs of both points overlap
};

struct TrendRow {
  RowName name;
  std::optional<RowName> old_name = {};  ///< of the points before the last, where it differs
  Match match = Match::kNone;            ///< of those with the last; none where a side has none
  /// By point, of each by column: self or inclusive costs, as Selection::sort_by says.
  std::vector<std::vector<Amount>> values;
  std::vector<CostRange> ranges = {};  ///< by point, of the sort column
  Amount change = Exact{0};            ///< the last point less the first, of the sort column
  TrendStep step;                      ///< the largest: noise only where all steps are
};

class Trend {
 public:
  /// `runs`: those of the last point are the new side, the others in order the old one; `points`
  /// say how many runs each has (at least one; two points or more) and what it is called. Keeps
  /// references to the profiles.
  Trend(DiffRuns runs, std::vector<TrendPoint> points);
  Trend(Trend&&) noexcept;
  ~Trend();

  [[nodiscard]] const Selection& selection() const;
  [[nodiscard]] const std::vector<TrendPoint>& points() const;
  /// Of the total of the sort column: the largest.
  [[nodiscard]] TrendStep total_step() const;
  /// The same for the total.
  [[nodiscard]] TrendStep total_step_at(size_t point) const;
  /// Functions whose cost in a column is not the same at all points; those that the limit lets
  /// through; and those that cost the same everywhere.
  [[nodiscard]] size_t row_count() const;
  [[nodiscard]] size_t shown() const;
  [[nodiscard]] size_t unchanged() const;
  /// Those with steps beyond noise first, by the size of the largest; then by name, file, object.
  /// `rank` is below shown().
  [[nodiscard]] TrendRow row(size_t rank) const;
  /// Of the sort column's self cost: the change of the total less the changes of the rows shown;
  /// nothing where rows are sorted by inclusive costs, which do not add up, or points have several
  /// runs, whose medians do not.
  [[nodiscard]] std::optional<Amount> not_shown() const;
  /// The size of the largest step of a row that is not shown; 0 where all are.
  [[nodiscard]] Amount highest_not_shown() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace quern
