// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/calls.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

TableColumn number_column(std::string head, unsigned spare) {
  return {std::move(head), TableColumn::Align::kRight, spare};
}

class InvocationTable {
 public:
  InvocationTable(const Invocations& calls, const Style& style)
      : calls_(calls), style_(style), table_(heads(), style.color) {
    for (size_t rank = 0; rank < calls.shown(); ++rank) {
      const Invocation row = calls.row(rank);
      table_.measure(cells(row), name(row));
    }
    table_.fit(style.width);
  }

  bool write(BufferedText& stream) const {
    table_.head(stream.text());
    for (size_t rank = 0; rank < calls_.shown(); ++rank) {
      const Invocation row = calls_.row(rank);
      table_.line(stream.text(), cells(row), name(row));
      if (!stream.drain()) {
        return false;
      }
    }
    return true;
  }

 private:
  [[nodiscard]] std::vector<TableColumn> heads() const {
    const Selection& selection = calls_.selection();
    std::vector<TableColumn> heads;
    for (size_t column = 0; column < selection.columns.size(); ++column) {
      const bool leads = column == selection.sort_column;
      const std::string event =
          selection.columns.size() > 1 ? " " + printable(selection.columns[column].event.name) : "";
      heads.push_back(number_column("inclusive" + event, leads ? 0 : 4));
      heads.push_back(number_column("self" + event, leads ? 2 : 5));
    }
    heads.push_back(number_column("call no.", 3));
    heads.push_back({"function ← its callers", TableColumn::Align::kLeft, 0});
    return heads;
  }

  [[nodiscard]] std::vector<std::string> cells(const Invocation& row) const {
    std::vector<std::string> cells;
    const Selection& selection = calls_.selection();
    for (size_t column = 0; column < selection.columns.size(); ++column) {
      const Event& event = selection.columns[column].event;
      cells.push_back(cost_text(event, row.inclusive[column]));
      cells.push_back(cost_text(event, row.self[column]));
    }
    cells.push_back(grouped(static_cast<int128>(row.number)));
    return cells;
  }

  [[nodiscard]] TableName name(const Invocation& row) const {
    TableName name;
    name.text = path_text(row.name, row.callers, row.depth, style_);
    if (!row.file.empty()) {
      const std::string line = row.line ? ":" + std::to_string(*row.line) : "";
      const std::string file = printable(row.file);
      name.places = {file + line, std::string(base_name(file)) + line};
    }
    return name;
  }

  const Invocations& calls_;
  const Style& style_;
  Table table_;
};

std::string quantiles_line(const Event& event, std::string_view kind, const Quantiles& costs) {
  return fmt::format("{}: min {}, median {}, p95 {}, max {} {}\n", kind,
                     cost_text(event, costs.min), cost_text(event, costs.median),
                     cost_text(event, costs.p95), cost_text(event, costs.max),
                     printable(event.name));
}

class SpreadTable {
 public:
  SpreadTable(const Spreads& spreads, const Style& style)
      : spreads_(spreads),
        style_(style),
        column_(spreads.selection.sort_column),
        has_events_(column_ < spreads.selection.columns.size()),
        table_(heads(), style.color) {
    for (const Spread& row : spreads.rows) {
      table_.measure(cells(row), name_cell(row.name, "", style));
    }
    table_.fit(style.width);
  }

  void write(BufferedText& stream) const {
    table_.head(stream.text());
    for (const Spread& row : spreads_.rows) {
      table_.line(stream.text(), cells(row), name_cell(row.name, "", style_));
      if (!stream.drain()) {
        return;
      }
    }
  }

 private:
  [[nodiscard]] bool is_self_first() const { return spreads_.selection.sort_by == SortBy::kSelf; }

  [[nodiscard]] std::vector<TableColumn> heads() const {
    std::vector<TableColumn> heads = {number_column("calls", 0)};
    for (unsigned at = 0; has_events_ && at < 2; ++at) {
      const std::string kind = (at == 0) == is_self_first() ? "self " : "incl ";
      heads.push_back(number_column(kind + "min", 6 * at + 5));
      heads.push_back(number_column(kind + "median", 6 * at + 1));
      heads.push_back(number_column(kind + "p95", 6 * at + 2));
      heads.push_back(number_column(kind + "max", 6 * at));
    }
    heads.push_back({"function", TableColumn::Align::kLeft, 0});
    return heads;
  }

  [[nodiscard]] std::vector<std::string> cells(const Spread& row) const {
    std::vector<std::string> cells = {grouped(static_cast<int128>(row.calls))};
    for (unsigned at = 0; has_events_ && at < 2; ++at) {
      const Event& event = spreads_.selection.columns[column_].event;
      const Quantiles& costs =
          (at == 0) == is_self_first() ? row.self[column_] : row.inclusive[column_];
      for (const int128 cost : {costs.min, costs.median, costs.p95, costs.max}) {
        cells.push_back(cost_text(event, cost));
      }
    }
    return cells;
  }

  const Spreads& spreads_;
  const Style& style_;
  size_t column_;
  bool has_events_;
  Table table_;
};

}  // namespace

std::string rest_line(const Invocations& calls) {
  return calls.shown() == calls.row_count()
             ? fmt::format("all {} shown\n", counted(calls.row_count(), "call"))
             : fmt::format("not shown: {}\n", counted(calls.row_count() - calls.shown(), "call"));
}

std::string rest_line(const Spreads& spreads) {
  return spreads.rows.size() == spreads.of
             ? fmt::format("all {} shown\n", counted(spreads.of, "function"))
             : fmt::format("not shown: {}\n",
                           counted(spreads.of - spreads.rows.size(), "function"));
}

void write_text(const Invocations& calls, const Style& style, ByteSink& out) {
  const Selection& selection = calls.selection();
  std::vector<std::string> pieces = {calls.request().of.empty()
                                         ? "single calls"
                                         : "single calls of " + printable(calls.request().of)};
  const size_t column = selection.sort_column;
  const bool has_events = column < selection.columns.size();
  if (has_events) {
    pieces.push_back(total_phrase(selection.columns[column].event, calls.totals()[column]));
  }
  pieces.push_back(calls.request().chronological || !has_events ? "in the order they were made"
                                                                : sort_phrase(selection));
  add_scope(pieces, selection);
  BufferedText stream(out);
  append_head_line(stream.text(), pieces, style);
  if (calls.spread() && has_events) {
    const Event& event = selection.columns[column].event;
    stream.text() += counted(calls.row_count(), "call") + "\n";
    stream.text() += quantiles_line(event, "inclusive", calls.spread()->inclusive[column]);
    stream.text() += quantiles_line(event, "self", calls.spread()->self[column]) + "\n";
  }
  if (calls.shown() != 0 && !InvocationTable(calls, style).write(stream)) {
    return;
  }
  stream.text() += rest_line(calls);
}

void write_text(const Spreads& spreads, const Style& style, ByteSink& out) {
  const Selection& selection = spreads.selection;
  std::vector<std::string> pieces = {"what single calls cost"};
  if (selection.sort_column < selection.columns.size()) {
    pieces.push_back(total_phrase(selection.columns[selection.sort_column].event,
                                  spreads.totals[selection.sort_column]));
    pieces.push_back(sort_phrase(selection));
  }
  add_scope(pieces, selection);
  BufferedText stream(out);
  append_head_line(stream.text(), pieces, style);
  SpreadTable(spreads, style).write(stream);
  stream.text() += rest_line(spreads);
}

}  // namespace quern
