// SPDX-License-Identifier: MIT
//
// The text table of an answer's rows: its columns are added one by one, each with its head, its
// priority and its cell of a row. Costs that were asked for, or belong to every row, and have no
// room are named below the table, so that none is lost in silence.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"
#include "quern/views/lists/run_summaries.h"

namespace quern {

template <class Row>
class RowTable {
 public:
  using Cell = std::function<std::string(const Row&)>;
  using Costs = std::vector<Amount> Row::*;
  using Ratios = std::vector<std::optional<Fraction>> Row::*;
  /// Spared before all others.
  static constexpr unsigned kSpareFirst = ~0U;
  /// Spared before all but those above: percentages of other events than the first.
  static constexpr unsigned kSparePercents = 1U << 20;

  /// Keeps references to both.
  RowTable(const Selection& selection, const Style& style) : selection_(selection), style_(style) {}

  /// `spare` as of TableColumn.
  void add(std::string head, unsigned spare, Cell cell,
           TableColumn::Align align = TableColumn::Align::kRight) {
    columns_.push_back({std::move(head), align, spare});
    cells_.push_back(std::move(cell));
    is_named_.push_back(false);
  }
  /// The same, for a column that is named where it has no room.
  void add_named(std::string head, unsigned spare, Cell cell) {
    add(std::move(head), spare, std::move(cell));
    is_named_.back() = true;
  }

  [[nodiscard]] bool has_costs() const {
    return selection_.sort_column < selection_.columns.size();
  }
  /// Of the column that rows are sorted by: the cost. Blank where a row has none.
  void cost(std::string head, Costs of, unsigned spare) {
    add(std::move(head), spare, cost_cell(of, selection_.sort_column));
  }
  /// The same, with the head "KIND EVENT" if there are several events.
  void sorted_cost(std::string_view kind, Costs of, unsigned spare) {
    const std::string event =
        selection_.columns.size() > 1 ? " " + event_name(selection_.sort_column) : "";
    cost(std::string(kind) + event, of, spare);
    is_named_.back() = true;
  }
  /// And its share of `total`.
  void percent(std::string head, Costs of, const Amount& total, unsigned spare) {
    add(std::move(head), spare, percent_cell(of, selection_.sort_column, total));
  }
  /// "KIND EVENT" of the other columns, each with its percentages of `totals` (by column) beside
  /// it. The last is spared first, at `spare` and on; percentages go before costs.
  void other_costs(std::string_view kind, Costs of, std::span<const Amount> totals,
                   unsigned spare) {
    each_other_column([&](size_t column, unsigned place) {
      add_named(std::string(kind) + " " + event_name(column), spare + place, cost_cell(of, column));
      add("%", kSparePercents + place, percent_cell(of, column, totals[column]));
    });
  }
  /// The same for costs that nobody asked for by name: those without room are left out silently.
  void further_costs(std::string_view kind, Costs of, std::span<const Amount> totals,
                     unsigned spare, unsigned spare_percents) {
    each_other_column([&](size_t column, unsigned place) {
      add(std::string(kind) + " " + event_name(column), spare + place, cost_cell(of, column));
      add("%", spare_percents + place, percent_cell(of, column, totals[column]));
    });
  }
  /// "KIND RATIO".
  void ratio(std::string_view kind, Ratios of, size_t ratio, unsigned spare) {
    add_named(std::string(kind) + " " + ratio_name(selection_, ratio), spare,
              [of, ratio](const Row& row) {
                return ratio < (row.*of).size() ? ratio_text((row.*of)[ratio]) : std::string();
              });
  }

  /// How the cost that rows are sorted by is distributed over runs, in place of its total.
  void runs(std::optional<RowRuns> Row::* of, bool is_self, unsigned spare) {
    add("runs", spare + 5, [of](const Row& row) {
      return row.*of ? grouped(static_cast<int128>((row.*of)->runs)) : std::string();
    });
    const auto cost = [this, of, is_self](std::string head, unsigned place, auto value) {
      const size_t column = selection_.sort_column;
      add_named(std::move(head), place,
                [of, is_self, column, value,
                 event = &selection_.columns[column].event](const Row& row) -> std::string {
                  const auto* costs = sorted_runs(row.*of, is_self, column);
                  return costs == nullptr ? "" : cost_text(*event, value(costs->summary));
                });
    };
    cost("mean", spare + 4, [](const RunSummary& of_row) -> Amount {
      return Exact{static_cast<int128>(std::llround(of_row.mean()))};
    });
    cost("min", spare + 8, [](const RunSummary& of_row) -> Amount { return Exact{of_row.min}; });
    cost("median", spare + 1,
         [](const RunSummary& of_row) { return of_row.quantile(of_row.median); });
    cost("p95", spare + 6, [](const RunSummary& of_row) { return of_row.quantile(of_row.p95); });
    cost("max", spare, [](const RunSummary& of_row) -> Amount { return Exact{of_row.max}; });
    add(
        "in run", spare + 2,
        [of, is_self, this](const Row& row) {
          const auto* costs = sorted_runs(row.*of, is_self, selection_.sort_column);
          return costs == nullptr ? std::string() : run_name(costs->run);
        },
        TableColumn::Align::kLeft);
  }

  [[nodiscard]] const std::vector<TableColumn>& columns() const { return columns_; }
  /// With names behind them.
  [[nodiscard]] Table table(std::string name_head) const {
    std::vector<TableColumn> columns = columns_;
    columns.push_back({std::move(name_head), TableColumn::Align::kLeft, 0});
    return Table(std::move(columns), style_.color);
  }
  [[nodiscard]] std::vector<std::string> cells(const Row& row) const {
    std::vector<std::string> cells;
    for (const Cell& cell : cells_) {
      cells.push_back(cell(row));
    }
    return cells;
  }
  /// A line of the columns that have no room, or nothing.
  [[nodiscard]] std::string left_out(const NumberColumns& shown) const {
    std::vector<std::string> names;
    for (size_t at = 0; at < columns_.size(); ++at) {
      if (is_named_[at] && !shown.has(at)) {
        names.push_back(columns_[at].head);
      }
    }
    return left_out_line(names);
  }

  /// Two passes over the rows, so that a million of them need no memory. False once nobody takes
  /// bytes any more.
  template <class RowAt, class NameOf>
  bool write(BufferedText& stream, std::string name_head, size_t count, const RowAt& row_at,
             const NameOf& name_of) const {
    Table lines = table(std::move(name_head));
    for (size_t rank = 0; rank < count; ++rank) {
      const Row& row = row_at(rank);
      lines.measure(cells(row), name_of(row));
    }
    lines.fit(style_.width);
    lines.head(stream.text());
    for (size_t rank = 0; rank < count; ++rank) {
      const Row& row = row_at(rank);
      lines.line(stream.text(), cells(row), name_of(row));
      if (!stream.drain()) {
        return false;
      }
    }
    stream.text() += left_out(lines.numbers());
    return true;
  }

 private:
  [[nodiscard]] static const RowRuns::Costs* sorted_runs(const std::optional<RowRuns>& runs,
                                                         bool is_self, size_t column) {
    if (!runs) {
      return nullptr;
    }
    const auto& costs = is_self && !runs->self.empty() ? runs->self : runs->inclusive;
    return column < costs.size() && costs[column] ? &*costs[column] : nullptr;
  }
  [[nodiscard]] std::string event_name(size_t column) const {
    return event_text(selection_.columns[column].event);
  }
  /// use(column, its number): all but the one that rows are sorted by.
  template <class Use>
  void each_other_column(const Use& use) const {
    for (size_t column = 0; column < selection_.columns.size(); ++column) {
      if (column != selection_.sort_column) {
        use(column, static_cast<unsigned>(column));
      }
    }
  }
  [[nodiscard]] Cell percent_cell(Costs of, size_t column, const Amount& total) const {
    return [of, column, total](const Row& row) {
      return column < (row.*of).size() ? percent_text((row.*of)[column], total) : std::string();
    };
  }
  [[nodiscard]] Cell cost_cell(Costs of, size_t column) const {
    return [of, column, event = &selection_.columns[column].event](const Row& row) {
      return column < (row.*of).size() ? cost_text(*event, (row.*of)[column]) : std::string();
    };
  }

  const Selection& selection_;
  const Style& style_;
  std::vector<TableColumn> columns_;
  std::vector<Cell> cells_;
  std::vector<bool> is_named_;
};

/// "function", or what rows are grouped by.
[[nodiscard]] inline std::string rows_head(GroupBy by) {
  return std::string(by == GroupBy::kFunction ? "function" : to_string(by));
}

}  // namespace quern
