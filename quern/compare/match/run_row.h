// SPDX-License-Identifier: MIT
//
// What one run has of a row of a comparison, as a query asks it.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "quern/query/query.h"
#include "quern/query/row_query.h"

namespace quern {

/// A run is asked for costs alone: names and totals are those of its side.
class RowOfRun : public AmountRow<QueryRow> {
 public:
  /// `filter`: its columns are of the run.
  explicit RowOfRun(RowQuery filter) : filter_(std::move(filter)) {}

  [[nodiscard]] std::string_view text(QueryText) const override { return {}; }
  [[nodiscard]] int128 total(size_t) const override { return 0; }
  [[nodiscard]] const QueryFormulas* formulas() const override { return &filter_.formulas; }

 protected:
  [[nodiscard]] size_t column(size_t event) const { return filter_.columns[event]; }

 private:
  RowQuery filter_;
};

}  // namespace quern
