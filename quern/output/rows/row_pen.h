// SPDX-License-Identifier: MIT
//
// The content of a row is described once, by its describe(): key by key, to a pen that writes
// JSON, or CSV, TSV and Markdown. A key is that of JSON and the head of the column in tables; the
// certainty goes with each value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/calls/invocations.h"
#include "quern/views/lists/run_summaries.h"

namespace quern {

class RowPen {
 public:
  enum class For : uint8_t { kJson, kTable };
  RowPen(const RowPen&) = delete;
  RowPen& operator=(const RowPen&) = delete;
  virtual ~RowPen() = default;

  /// Of rows that hold costs.
  [[nodiscard]] const Selection& selection() const { return *selection_; }
  /// Groups by class each have a kind.
  [[nodiscard]] bool groups_by_class() const {
    return selection_ != nullptr && selection_->group_by == GroupBy::kClass;
  }
  /// Tables have what JSON nests or has no need of, as the depth of a row; and another order.
  [[nodiscard]] bool is_table() const { return for_ == For::kTable; }

  /// Name, file and object. `role`: of whom, as "caller"; empty: the row's own. The root of stacks
  /// is null in JSON where it has a role.
  virtual void name(std::string_view role, const RowName& name) = 0;
  /// The same, with the line if rows are sorted by place.
  virtual void placed_name(std::string_view role, const RowName& name) = 0;
  /// Null, or a blank cell, where it is empty.
  virtual void text(std::string_view key, std::string_view text) = 0;
  virtual void number(std::string_view key, const std::optional<int128>& number) = 0;
  virtual void address(std::string_view key, uint64_t address) = 0;
  virtual void flag(std::string_view key, bool is_set) = 0;

  /// By column; blank cells where the row has none.
  virtual void costs(std::string_view key, std::span<const Amount> costs) = 0;
  virtual void costs(std::string_view key, std::span<const int128> costs) = 0;
  /// One cost alone.
  virtual void cost(std::string_view key, const Event& event,
                    const std::optional<Amount>& cost) = 0;
  virtual void count(std::string_view key, const std::optional<Amount>& count) = 0;
  /// Inclusive costs with their upper bounds; and how sure they are, in tables with all of the row.
  virtual void inclusive(std::span<const Amount> costs) = 0;
  /// How many calls were made, and what they cost as recorded.
  virtual void calls(const std::optional<Amount>& count, std::span<const Amount> inclusive) = 0;
  /// How sure a row without inclusive() is: of tables a column, where the answer has estimates.
  virtual void certainty() = 0;
  /// Of `kind` "self" or "inclusive", by Selection::ratios.
  virtual void ratios(std::string_view kind, std::span<const std::optional<Fraction>> ratios) = 0;
  virtual void quantiles(std::string_view kind, std::span<const Quantiles> costs) = 0;
  /// Of the runs that have the row; nothing: not known.
  virtual void runs(const std::optional<RowRuns>& runs) = 0;
  /// The first of `depth` callers, the innermost first.
  virtual void callers(std::span<const RowName> callers, uint64_t depth) = 0;
  /// Of `wholes`, by column; nothing where percentages are of the total.
  virtual void percents(std::span<const Amount> parts, std::span<const Amount> wholes) = 0;

 protected:
  /// `selection`: null of rows that hold no costs.
  RowPen(const Selection* selection, For whom) : selection_(selection), for_(whom) {}

 private:
  const Selection* selection_;
  For for_;
};

/// A number as pens take it.
template <class Number>
[[nodiscard]] std::optional<int128> wide(const std::optional<Number>& number) {
  return number ? std::optional(static_cast<int128>(*number)) : std::nullopt;
}
/// A line or column, of which 0 is none.
[[nodiscard]] inline std::optional<int128> unless_zero(uint64_t number) {
  return number != 0 ? std::optional<int128>(number) : std::nullopt;
}

}  // namespace quern
