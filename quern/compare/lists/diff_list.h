// SPDX-License-Identifier: MIT
//
// What both lists of a comparison have, of functions (or groups) and of calls: the rows that the
// query and the filter let through, ranked by how much they changed as far as they are shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "quern/base/int128.h"
#include "quern/compare/lists/diff_filter.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/query/query.h"
#include "quern/views/lists/ranking.h"

namespace quern {

struct RankedChanges {
  RankedChanges(std::shared_ptr<const MatchedCosts> compared, DiffFilter wanted)
      : sides(std::move(compared)), filter(std::move(wanted)) {}

  [[nodiscard]] const Selection& selection() const { return sides->selection(); }
  /// Whether the query lets the row through; counts it where it does not.
  [[nodiscard]] bool fits(const QueryRow& row);
  /// Once all rows are there: how many are large enough, and how many of these are shown.
  void limit_rows();
  /// Brings so many of them to the front, in order: by size or, as the selection may ask, by
  /// `ratio_change(row)`.
  template <class RatioChange, class IsBefore>
  void rank_rows(std::span<uint32_t> rows, size_t count, const RatioChange& ratio_change,
                 const IsBefore& is_before) const {
    rank_by_cost(
        selection(), rows, count, [this](uint32_t row) { return sizes[row]; }, ratio_change,
        is_before);
  }

  std::shared_ptr<const MatchedCosts> sides;
  DiffFilter filter;
  std::vector<int128> sizes;    ///< by row: of the change in the sort column
  std::vector<uint32_t> order;  ///< rows by rank; beyond `shown` in no order
  size_t shown = 0;
  size_t left_out = 0;
  size_t unchanged = 0;
  size_t below = 0;
  bool differs = false;
};

/// The lists derive from it: what they answer alike.
class DiffList {
 public:
  [[nodiscard]] const Selection& selection() const { return rows_->selection(); }
  [[nodiscard]] const DiffFilter& filter() const { return rows_->filter; }
  /// By column, medians over the runs of a side.
  [[nodiscard]] const std::vector<Amount>& totals(Version side) const {
    return rows_->sides->costs.totals(side);
  }
  [[nodiscard]] size_t run_count(Version side) const { return rows_->sides->runs.of(side).size(); }
  /// Rows in all, and rows that the limit lets through; those that the query leaves out, and
  /// unchanged ones that are not rows.
  [[nodiscard]] size_t row_count() const { return rows_->order.size(); }
  [[nodiscard]] size_t shown() const { return rows_->shown; }
  [[nodiscard]] size_t left_out() const { return rows_->left_out; }
  [[nodiscard]] size_t unchanged() const { return rows_->unchanged; }
  /// Rows, not shown, that changed by less than the filter asks.
  [[nodiscard]] size_t below_least() const { return rows_->below; }
  /// Whether a row, shown or not, is of something that changed or was matched by a guess.
  [[nodiscard]] bool differs() const { return rows_->differs; }

 protected:
  /// Keeps a reference.
  explicit DiffList(const RankedChanges& rows) : rows_(&rows) {}

 private:
  const RankedChanges* rows_;
};

}  // namespace quern
