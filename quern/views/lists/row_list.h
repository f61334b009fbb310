// SPDX-License-Identifier: MIT
//
// What every list of an answer has, whatever its rows are: those that the query lets through stand
// in front, ranked as far as they are shown, and the totals tell what they are parts of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/analysis/events/fraction.h"
#include "quern/model/profile.h"
#include "quern/model/records/amount.h"
#include "quern/query/computed_values.h"
#include "quern/query/row_query.h"
#include "quern/query/selection.h"
#include "quern/views/lists/ranking.h"

namespace quern {

struct RankedRows {
  /// Keeps a reference to the profile.
  RankedRows(const Profile& of, const Selection& chosen);

  /// These rows: of them those that fit.
  template <class Row>
  void choose(std::vector<uint32_t> rows, Row&& row) {
    order = std::move(rows);
    fitting = bring_fitting(selection.where, order, row);
    shown = within_limit(selection.limit, fitting);
  }
  /// Rows numbered from 0.
  template <class Row>
  void choose(size_t rows, Row&& row) {
    std::vector<uint32_t> all(rows);
    std::iota(all.begin(), all.end(), 0U);
    choose(std::move(all), row);
  }
  /// Those that fit, as far as they are shown; see rank_as_asked().
  template <class Cost, class Value, class IsBefore>
  void rank_shown(const Cost& cost, const Value& value, const IsBefore& is_before) {
    rank_as_asked(selection, std::span(order).first(fitting), shown, cost, value, is_before);
  }
  [[nodiscard]] std::span<const uint32_t> shown_rows() const {
    return std::span(order).first(shown);
  }
  [[nodiscard]] std::span<const uint32_t> rows_not_shown() const {
    return std::span(order).subspan(shown);
  }

  const Profile* profile;
  Selection selection;
  std::vector<int128> totals;  ///< by column, those beside too
  std::vector<Amount> total_amounts;
  ComputedRow total_ratios;
  std::vector<uint32_t> order;  ///< by rank, those shown; then the fitting, then the others
  size_t fitting = 0;
  size_t shown = 0;
};

/// Lists derive from it: what they answer alike.
class RowList {
 public:
  [[nodiscard]] const Selection& selection() const { return rows_->selection; }
  /// By column, over the chosen parts.
  [[nodiscard]] const std::vector<Amount>& totals() const { return rows_->total_amounts; }
  /// The formulas of the totals, by Selection::ratios; calls have none.
  [[nodiscard]] const std::vector<std::optional<Fraction>>& total_ratios() const {
    return rows_->total_ratios;
  }
  /// Rows in all, those that the query leaves out, and those that the limit lets through of the
  /// rest.
  [[nodiscard]] size_t row_count() const { return rows_->order.size(); }
  [[nodiscard]] size_t left_out() const { return rows_->order.size() - rows_->fitting; }
  [[nodiscard]] size_t shown() const { return rows_->shown; }

 protected:
  /// Keeps a reference.
  explicit RowList(const RankedRows& rows) : rows_(&rows) {}

 private:
  const RankedRows* rows_;
};

/// By column that is shown, of some rows: what `cost(row, column)` comes to, or the highest where
/// `is_max(column)`. Estimates where `is_estimated(row)` of any.
template <class Cost, class IsMax, class IsEstimated>
[[nodiscard]] std::vector<Amount> sums_of(const Selection& selection,
                                          std::span<const uint32_t> rows, const Cost& cost,
                                          const IsMax& is_max, const IsEstimated& is_estimated) {
  const bool is_guess = std::ranges::any_of(rows, is_estimated);
  std::vector<Amount> sums;
  for (size_t column = 0; column < selection.columns.size(); ++column) {
    int128 sum = 0;
    for (const uint32_t row : rows) {
      sum = is_max(column) ? std::max(sum, cost(row, column)) : sum + cost(row, column);
    }
    sums.push_back(amount_of(sum, is_guess));
  }
  return sums;
}

}  // namespace quern
