// SPDX-License-Identifier: MIT
#include "quern/output/text/top_text.h"

#include <fmt/format.h>

#include <vector>

#include "quern/base/text.h"
#include "quern/output/answers/lists.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/diagnostic_text.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

/// What a column shows; the event that rows are sorted by leads.
enum class Cell : uint8_t {
  kSelf,
  kSelfPercent,
  kRunning,
  kRunningPercent,
  kInclusive,
  kInclusivePercent,
  kOtherSelf,
  kSelfRatio,
  kInclusiveRatio,
  kCalls,
  kPaths
};

struct Column {
  Cell cell = Cell::kSelf;
  size_t event = 0;  ///< of ratios: into Selection::ratios
};

TableName row_name(const Top&, size_t, const TopRow& row, const Style& style) {
  return name_cell(row.name, cycle_mark(row.cycle), style);
}

/// A line, and behind it the function that it is of.
TableName row_name(const Lines& lines, size_t rank, const TopRow& row, const Style& style) {
  const std::optional<RowName> function = lines.function(rank);
  TableName cell{shown_name(row.name.name, style), {}, {}, {}};
  cell.places.push_back(function ? shown_name(function->name, style) : "several functions");
  return cell;
}

bool shows_inclusive(const Top& top) {
  return top.has_inclusive();
}
bool shows_inclusive(const Lines&) {
  return false;
}
bool shows_calls(const Top& top) {
  return top.has_calls();
}
bool shows_calls(const Lines&) {
  return false;
}

/// The rows of a Top, or Lines.
template <class Rows>
class TopTable {
 public:
  TopTable(const Rows& top, const Style& style)
      : top_(top), style_(style), selection_(top.selection()) {
    choose_columns();
  }

  bool write(BufferedText& stream) const {
    Table table(heads_, style_.color);
    for (size_t rank = 0; rank < top_.shown(); ++rank) {
      const TopRow row = top_.row(rank);
      table.measure(cells(row), row_name(top_, rank, row, style_));
    }
    table.fit(style_.width);
    table.head(stream.text());
    for (size_t rank = 0; rank < top_.shown(); ++rank) {
      const TopRow row = top_.row(rank);
      table.line(stream.text(), cells(row), row_name(top_, rank, row, style_));
      if (!stream.drain()) {
        return false;
      }
    }
    stream.text() += left_out_line(events_without_room(table));
    return true;
  }

 private:
  void choose_columns() {
    const size_t events = selection_.columns.size();
    const size_t leading = selection_.sort_column;
    const bool has_many = events > 1;
    const auto add = [this](Cell cell, size_t event, std::string head, unsigned spare) {
      columns_.push_back({cell, event});
      heads_.push_back({std::move(head), TableColumn::Align::kRight, spare});
    };
    if (leading < events) {
      const std::string event = has_many ? " " + event_name(leading) : "";
      add(Cell::kSelf, leading, "self" + event, 0);
      add(Cell::kSelfPercent, leading, "self %", 1);
      if (selection_.running) {
        add(Cell::kRunning, leading, "running", 2);
        add(Cell::kRunningPercent, leading, "running %", 1);
      }
      if (shows_inclusive(top_)) {
        add(Cell::kInclusive, leading, "inclusive" + event, 2);
        add(Cell::kInclusivePercent, leading, "incl %", kSpareFirst - 1);
      }
    }
    for (size_t event = 0; event < events; ++event) {
      if (event != leading) {
        add(Cell::kOtherSelf, event, "self " + event_name(event), 3 + static_cast<unsigned>(event));
      }
    }
    for (size_t ratio = 0; ratio < selection_.ratios.size(); ++ratio) {
      const std::string name = ratio_name(selection_, ratio);
      // What rows are sorted by is never spared.
      const bool is_leading = selection_.sort_ratio == selection_.ratios[ratio];
      const bool by_self = selection_.sort_by == SortBy::kSelf;
      const unsigned spare = 3 + static_cast<unsigned>(events + ratio);
      add(Cell::kSelfRatio, ratio, "self " + name, is_leading && by_self ? 0 : spare);
      if (shows_inclusive(top_)) {
        add(Cell::kInclusiveRatio, ratio, "incl " + name, is_leading && !by_self ? 0 : spare);
      }
    }
    if (shows_calls(top_)) {
      add(Cell::kCalls, 0, "calls", selection_.sorts_calls ? 0 : kSpareFirst);
    }
    if (selection_.counts_paths) {
      add(Cell::kPaths, 0, "paths", 0);
    }
    const GroupBy by = selection_.group_by;
    heads_.push_back({std::string(by == GroupBy::kFunction ? "function" : to_string(by)),
                      TableColumn::Align::kLeft, 0});
  }

  [[nodiscard]] const Event& event(size_t column) const { return selection_.columns[column].event; }
  [[nodiscard]] std::string event_name(size_t column) const {
    return printable(event(column).name);
  }

  [[nodiscard]] std::vector<std::string> cells(const TopRow& row) const {
    std::vector<std::string> cells;
    for (const Column& column : columns_) {
      cells.push_back(cell(row, column));
    }
    return cells;
  }

  [[nodiscard]] std::string cell(const TopRow& row, const Column& column) const {
    switch (column.cell) {
      case Cell::kSelf:
      case Cell::kOtherSelf:
        return cost_text(event(column.event), row.self[column.event]);
      case Cell::kSelfPercent:
        return percent_text(row.self[column.event], top_.totals()[column.event]);
      case Cell::kRunning:
        return row.running ? cost_text(event(column.event), *row.running) : "";
      case Cell::kRunningPercent:
        return row.running ? percent_text(*row.running, top_.totals()[column.event]) : "";
      case Cell::kInclusive:
        return cost_text(event(column.event), row.inclusive[column.event]);
      case Cell::kInclusivePercent:
        return percent_text(row.inclusive[column.event], top_.totals()[column.event]);
      case Cell::kSelfRatio:
        return ratio_text(row.self_ratios[column.event]);
      case Cell::kInclusiveRatio:
        return ratio_text(row.inclusive_ratios[column.event]);
      case Cell::kPaths:
        return grouped(static_cast<int128>(row.paths.value_or(0)));
      case Cell::kCalls:
        break;
    }
    return count_text(row.calls);
  }

  [[nodiscard]] std::vector<std::string> events_without_room(const Table& table) const {
    std::vector<std::string> names;
    for (size_t at = 0; at < columns_.size(); ++at) {
      const Cell cell = columns_[at].cell;
      const bool is_asked_for = cell == Cell::kOtherSelf || cell == Cell::kSelfRatio ||
                                cell == Cell::kInclusiveRatio || cell == Cell::kRunning ||
                                cell == Cell::kRunningPercent;
      if (is_asked_for && !table.has(at)) {
        names.push_back(heads_[at].head);
      }
    }
    return names;
  }

  static constexpr unsigned kSpareFirst = ~0U;

  const Rows& top_;
  const Style& style_;
  const Selection& selection_;
  std::vector<Column> columns_;
  std::vector<TableColumn> heads_;  ///< one more: the names'
};

template <class Rows>
std::string rows_not_shown_line(const Rows& top) {
  const Selection& selection = top.selection();
  if (top.shown() == top.row_count()) {
    return top.row_count() == 0
               ? fmt::format("no {}\n", rows_word(selection.group_by))
               : fmt::format("all {} shown\n", counted_rows(top.row_count(), selection.group_by));
  }
  std::string line =
      fmt::format("not shown: {}", counted_rows(top.row_count() - top.shown(), selection.group_by));
  const size_t leading = selection.sort_column;
  if (leading < selection.columns.size()) {
    const Amount rest = top.not_shown()[leading];
    line += fmt::format(", {} ({} %)", cost_phrase(selection.columns[leading].event, rest),
                        percent_text(rest, top.totals()[leading]));
  }
  return line + left_out_by_query(top.left_out()) + "\n";
}

/// The line on top.
template <class Rows>
std::vector<std::string> rows_head(const Rows& top) {
  const Selection& selection = top.selection();
  std::vector<std::string> pieces = {rows_word(selection.group_by)};
  if (!selection.columns.empty()) {
    pieces.push_back(total_phrase(selection.columns[selection.sort_column].event,
                                  top.totals()[selection.sort_column]));
    pieces.push_back(sort_phrase(selection));
  }
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    if (const std::optional<Fraction>& total = top.total_ratios()[ratio]) {
      pieces.push_back(
          fmt::format("{} of all {}", ratio_name(selection, ratio), ratio_text(total)));
    }
  }
  add_where(pieces, selection);
  add_scope(pieces, selection);
  return pieces;
}

}  // namespace

std::string rest_line(const Top& top) {
  return rows_not_shown_line(top);
}

std::string rest_line(const Lines& lines) {
  return rows_not_shown_line(lines);
}

bool write_top_table(const Top& top, const Style& style, BufferedText& stream) {
  if (top.shown() != 0 && !TopTable(top, style).write(stream)) {
    return false;
  }
  stream.text() += rows_not_shown_line(top);
  stream.text() += estimate_note(top.selection(), style);
  for (const std::string& phrase : phrases(top.above_total())) {
    stream.text() += note_lines(phrase, style);
  }
  return true;
}

std::string next_row_line(const Top& top, const Style& style) {
  size_t rank = 0;
  while (rank < top.shown() && top.row(rank).name.name == kNotInProfile) {
    ++rank;
  }
  return rank < top.shown() ? next_peek(top.row(rank).name, top.selection().group_by, style)
                            : std::string();
}

void write_text(const Top& top, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head_line(stream.text(), rows_head(top), style);
  if (write_top_table(top, style, stream)) {
    stream.text() += next_row_line(top, style);
  }
}

void write_text(const Lines& lines, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head_line(stream.text(), rows_head(lines), style);
  if (lines.shown() != 0 && !TopTable(lines, style).write(stream)) {
    return;
  }
  stream.text() += rows_not_shown_line(lines) + estimate_note(lines.selection(), style);
  for (size_t rank = 0; rank < lines.shown(); ++rank) {
    if (const TopRow row = lines.row(rank); row.name.line != 0) {
      stream.text() += next_annotate(row.name, style);
      break;
    }
  }
}

}  // namespace quern
