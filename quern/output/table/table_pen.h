// SPDX-License-Identifier: MIT
//
// Writes what rows hold as CSV, TSV or Markdown: first the heads, of a row that holds nothing, then
// the cells of each. Numbers of tables are lower bounds where they are not exact, and a column says
// how sure a row is, so that no number is read as more than it is; Markdown, which people read,
// marks each instead, and has costs in the unit that was asked for.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/output/rows/described.h"
#include "quern/output/shared/flat_rows.h"

namespace quern {

class TablePen final : public RowPen {
 public:
  TablePen(FlatForm form, ByteSink& out, const Selection& selection)
      : RowPen(&selection, For::kTable), form_(form), stream_(out) {}
  /// Of rows that hold no costs.
  TablePen(FlatForm form, ByteSink& out)
      : RowPen(nullptr, For::kTable), form_(form), stream_(out) {}

  [[nodiscard]] bool is_markdown() const { return form_ == FlatForm::kMarkdown; }
  /// False once nobody takes bytes any more. The first row is the head.
  bool end_row();

  void name(std::string_view role, const RowName& name) override;
  void placed_name(std::string_view role, const RowName& name) override;
  void text(std::string_view key, std::string_view text) override;
  void number(std::string_view key, const std::optional<int128>& number) override;
  void address(std::string_view key, uint64_t address) override;
  void flag(std::string_view key, bool is_set) override;
  void costs(std::string_view key, std::span<const Amount> costs) override;
  void costs(std::string_view key, std::span<const int128> costs) override;
  void cost(std::string_view key, const Event& event, const std::optional<Amount>& cost) override;
  void count(std::string_view key, const std::optional<Amount>& count) override;
  void inclusive(std::span<const Amount> costs) override;
  void calls(const std::optional<Amount>& count, std::span<const Amount> inclusive) override;
  void certainty() override;
  void ratios(std::string_view kind, std::span<const std::optional<Fraction>> ratios) override;
  void quantiles(std::string_view kind, std::span<const Quantiles> costs) override;
  void runs(const std::optional<RowRuns>& runs) override;
  void callers(std::span<const RowName> callers, uint64_t depth) override;
  void percents(std::span<const Amount> parts, std::span<const Amount> wholes) override;

  /// Costs without marks, which do not count for how sure the row is: what does is given to sure().
  void lower_costs(std::string_view key, std::span<const Amount> costs);
  void upper_costs(std::string_view key, std::span<const Amount> costs);
  void sure(std::span<const Amount> amounts);
  void sure(const std::optional<Amount>& amount);
  /// Whole numbers exactly, others as the nearest double.
  void value(std::string_view key, const std::optional<Fraction>& value);
  /// How sure the row is, whatever the form and the answer.
  void certainty_column();

 private:
  [[nodiscard]] const Event& event(size_t column) const {
    return selection().columns[column].event;
  }
  void runs(std::string_view kind, std::span<const std::optional<RowRuns::Costs>> costs);
  void head(std::string name, bool is_number);
  void cell(std::string_view key, bool is_number, std::string text);
  /// The columns KEY:EVENT.
  template <class CellOf>
  void by_event(std::string_view key, size_t count, const CellOf& cell_of);

  FlatForm form_;
  BufferedText stream_;
  bool is_head_ = true;
  std::vector<FlatColumn> heads_;
  std::vector<std::string> cells_;
  Certainty certainty_ = Certainty::kExact;    ///< of the row so far
  std::optional<size_t> certainty_cell_ = {};  ///< filled in where the row ends
};

/// A table of `count` rows: `draw(pen, row)` tells what one holds, and of one that holds nothing
/// what all do.
template <class RowAt, class Draw>
void write_table(TablePen& pen, size_t count, const RowAt& row_at, const Draw& draw) {
  using Row = std::remove_cvref_t<decltype(row_at(size_t{0}))>;
  draw(pen, Row{});
  bool is_wanted = pen.end_row();
  for (size_t rank = 0; rank < count && is_wanted; ++rank) {
    draw(pen, row_at(rank));
    is_wanted = pen.end_row();
  }
}

/// Of rows that have a describe().
template <class RowAt>
void write_table(FlatForm form, const Selection& selection, size_t count, const RowAt& row_at,
                 ByteSink& out) {
  TablePen pen(form, out, selection);
  write_table(pen, count, row_at, [](RowPen& to, const auto& row) { describe(to, row); });
}

}  // namespace quern
