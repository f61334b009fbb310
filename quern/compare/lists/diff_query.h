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

class DiffQueryRow final : public AmountRow<QueryRow> {
 public:
  /// Keeps references. `filter`: its columns are of the costs.
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
  [[nodiscard]] int128 total(size_t event) const override { return totals_[event]; }
  [[nodiscard]] size_t runs() const override { return costs_->of(side()).size(); }
  [[nodiscard]] const QueryRow& run(size_t at) const override;
  [[nodiscard]] const QueryFormulas* formulas() const override { return &filter_->formulas; }

 private:
  [[nodiscard]] Version side() const;
  [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override;
  [[nodiscard]] Amount inclusive_amount(size_t event) const override;
  [[nodiscard]] std::optional<Amount> calls_amount() const override;

  const DiffCosts* costs_;
  const RowQuery* filter_;
  std::vector<int128> totals_;                 ///< by event of the filter
  std::vector<std::unique_ptr<RunRow>> runs_;  ///< by run; none where there is no query
  uint32_t node_ = 0;
  std::optional<EdgeKey> edge_;        ///< where it is a row of calls
  const EdgeOfRuns* found_ = nullptr;  ///< of calls
};

}  // namespace quern
