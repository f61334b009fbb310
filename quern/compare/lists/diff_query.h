// SPDX-License-Identifier: MIT
//
// The rows of a comparison as a query asks them: the new side's costs, or the old ones where a row
// is gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/compare/lists/diff_rows.h"
#include "quern/compare/match/diff_costs.h"
#include "quern/compare/match/run_row.h"
#include "quern/query/query.h"
#include "quern/query/row_query.h"

namespace quern {

/// What one run has of a function or a call.
class RunRow final : public RowOfRun {
 public:
  /// Keeps a reference to the costs.
  RunRow(const CostsByNode& costs, RowQuery filter) : RowOfRun(std::move(filter)), costs_(&costs) {}

  void set_node(uint32_t node) {
    node_ = node;
    is_edge_ = false;
  }
  /// Of the run; nothing where it has none such.
  void set_edge(std::optional<uint32_t> edge) {
    edge_ = edge;
    is_edge_ = true;
  }

 private:
  [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override;
  [[nodiscard]] Amount inclusive_amount(size_t event) const override;
  [[nodiscard]] std::optional<Amount> calls_amount() const override;

  const CostsByNode* costs_;
  uint32_t node_ = 0;
  bool is_edge_ = false;
  std::optional<uint32_t> edge_;  ///< of the run; nothing where it has none such
};

/// A row of any kind of both sides; derived ones know its runs.
class RowOfSides : public AmountRow<QueryRow> {
 public:
  /// Keeps references. `filter`: its columns are of the costs.
  RowOfSides(const DiffCosts& costs, const RowQuery& filter);

  [[nodiscard]] int128 total(size_t event) const final { return totals_[event]; }
  [[nodiscard]] size_t runs() const final { return costs().of(side()).size(); }
  [[nodiscard]] const QueryFormulas* formulas() const final { return &filter_->formulas; }

 protected:
  [[nodiscard]] const DiffCosts& costs() const { return *costs_; }
  [[nodiscard]] size_t column(size_t event) const { return filter_->columns[event]; }
  /// The filter for each run, whose own selection knows which costs a formula is made of; none
  /// where there is no query.
  [[nodiscard]] std::vector<RowQuery> filters_of_runs() const;
  /// The number of a run of the row's side.
  [[nodiscard]] size_t number_of(size_t run) const {
    return costs().runs().range(side()).first + run;
  }
  [[nodiscard]] virtual Version side() const = 0;

 private:
  const DiffCosts* costs_;
  const RowQuery* filter_;
  std::vector<int128> totals_;  ///< by event of the filter
};

class DiffQueryRow final : public RowOfSides {
 public:
  /// As RowOfSides().
  DiffQueryRow(const DiffCosts& costs, const RowQuery& filter);

  void set_node(uint32_t node) {
    node_ = node;
    edge_.reset();
  }
  /// `found`: the edge in each run; kept by reference until another row is set.
  void set_edge(EdgeKey edge, const EdgeOfRuns& found) {
    edge_ = edge;
    found_ = &found;
  }

  [[nodiscard]] std::string_view text(QueryText which) const override;
  [[nodiscard]] const QueryRow& run(size_t at) const override;

 private:
  [[nodiscard]] Version side() const override;
  [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override;
  [[nodiscard]] Amount inclusive_amount(size_t event) const override;
  [[nodiscard]] std::optional<Amount> calls_amount() const override;

  std::vector<std::unique_ptr<RunRow>> runs_;  ///< by run; none where there is no query
  uint32_t node_ = 0;
  std::optional<EdgeKey> edge_;        ///< where it is a row of calls
  const EdgeOfRuns* found_ = nullptr;  ///< of calls
};

}  // namespace quern
