// SPDX-License-Identifier: MIT
//
// The lines of a comparison as a query asks them: the new side's self costs, or the old ones where
// a line is gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/compare/lines/line_pairs.h"
#include "quern/compare/lists/diff_query.h"
#include "quern/query/query.h"
#include "quern/query/row_query.h"

namespace quern {

class LineQueryRow final : public RowOfSides {
 public:
  /// Keeps references.
  LineQueryRow(const LinePairs& lines, const RowQuery& filter);
  ~LineQueryRow() override;

  void set(uint32_t row) { row_ = row; }
  [[nodiscard]] std::string_view text(QueryText which) const override;
  [[nodiscard]] const QueryRow& run(size_t at) const override;

 private:
  class InRun;
  [[nodiscard]] Version side() const override;
  [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override;
  [[nodiscard]] Amount inclusive_amount(size_t) const override { return Exact{0}; }
  [[nodiscard]] std::optional<Amount> calls_amount() const override { return std::nullopt; }

  const LinePairs* lines_;
  std::vector<std::unique_ptr<InRun>> runs_;  ///< by run; none where there is no query
  uint32_t row_ = 0;
  mutable std::string name_;  ///< as it was asked last
};

}  // namespace quern
