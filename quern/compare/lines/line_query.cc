// SPDX-License-Identifier: MIT
#include "quern/compare/lines/line_query.h"

#include <utility>

#include "quern/compare/match/run_row.h"

namespace quern {

/// What one run has of the line.
class LineQueryRow::InRun final : public RowOfRun {
 public:
  InRun(const LineQueryRow& row, size_t run, RowQuery filter)
      : RowOfRun(std::move(filter)), row_(&row), run_(run) {}

 private:
  [[nodiscard]] std::optional<Amount> self_amount(size_t event) const override {
    return row_->lines_->cost(row_->row_, run_, column(event), LineCostKind::kSelf);
  }
  [[nodiscard]] Amount inclusive_amount(size_t) const override { return Exact{0}; }
  [[nodiscard]] std::optional<Amount> calls_amount() const override { return std::nullopt; }

  const LineQueryRow* row_;
  size_t run_;
};

LineQueryRow::LineQueryRow(const LinePairs& lines, const RowQuery& filter)
    : RowOfSides(lines.sides()->costs, filter), lines_(&lines) {
  for (RowQuery& own : filters_of_runs()) {
    runs_.push_back(std::make_unique<InRun>(*this, runs_.size(), std::move(own)));
  }
}

LineQueryRow::~LineQueryRow() = default;

std::string_view LineQueryRow::text(QueryText which) const {
  if (which == QueryText::kFile) {
    return lines_->file(row_);
  }
  name_ = which == QueryText::kObject ? std::string() : lines_->name(row_);
  return name_;
}

const QueryRow& LineQueryRow::run(size_t at) const {
  return *runs_[number_of(at)];
}

Version LineQueryRow::side() const {
  return lines_->has(row_, Version::kNew) ? Version::kNew : Version::kOld;
}

std::optional<Amount> LineQueryRow::self_amount(size_t event) const {
  return lines_->cost(row_, side(), column(event), LineCostKind::kSelf);
}

}  // namespace quern
