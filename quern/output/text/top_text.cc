// SPDX-License-Identifier: MIT
#include "quern/output/text/top_text.h"

#include <fmt/format.h>

#include <vector>

#include "quern/base/text.h"
#include "quern/output/answers/lists.h"
#include "quern/output/render.h"
#include "quern/output/rows/described.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/diagnostic_text.h"
#include "quern/output/text/row_table.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

/// A line, and behind it the function that it is of.
TableName line_name(const LineRow& line, const Style& style) {
  return {shown_name(line.name.name, style),
          {},
          {},
          {line.function ? shown_name(line.function->name, style) : "several functions"}};
}

/// The columns of a Top, or Lines, whose event that rows are sorted by leads. Lines have costs of
/// their own alone.
template <class Row, class Rows>
RowTable<Row> cost_columns(const Rows& rows, const Style& style, bool has_inclusive) {
  const Selection& selection = rows.selection();
  RowTable<Row> table(selection, style);
  if (table.has_costs()) {
    const Amount& total = rows.totals()[selection.sort_column];
    table.sorted_cost("self", &TopRow::self, 0);
    table.percent("self %", &TopRow::self, total, 1);
    if (selection.running) {
      const Event& event = selection.columns[selection.sort_column].event;
      table.add_asked("running", 2, [&event](const TopRow& row) {
        return row.running ? cost_text(event, *row.running) : std::string();
      });
      table.add_asked("running %", 1, [total](const TopRow& row) {
        return row.running ? percent_text(*row.running, total) : std::string();
      });
    }
    if (has_inclusive) {
      table.sorted_cost("inclusive", &TopRow::inclusive, 2);
      table.percent("incl %", &TopRow::inclusive, total, table.kSpareFirst - 1);
    }
  }
  table.other_costs("self", &TopRow::self, 3);
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    // What rows are sorted by is never spared.
    const bool is_leading = selection.sort_ratio == selection.ratios[ratio];
    const bool by_self = selection.sort_by == SortBy::kSelf;
    const unsigned spare = 3 + static_cast<unsigned>(selection.columns.size() + ratio);
    table.ratio("self", &TopRow::self_ratios, ratio, is_leading && by_self ? 0 : spare);
    if (has_inclusive) {
      table.ratio("incl", &TopRow::inclusive_ratios, ratio, is_leading && !by_self ? 0 : spare);
    }
  }
  return table;
}

RowTable<TopRow> columns_of(const Top& top, const Style& style) {
  const Selection& selection = top.selection();
  RowTable<TopRow> table = cost_columns<TopRow>(top, style, top.has_inclusive());
  if (top.has_calls()) {
    table.add("calls", selection.sorts_calls ? 0 : table.kSpareFirst,
              [](const TopRow& row) { return count_text(row.calls); });
  }
  if (selection.counts_paths) {
    table.add("paths", 0, [](const TopRow& row) {
      return grouped(static_cast<int128>(row.paths.value_or(0)));
    });
  }
  return table;
}

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
  return line + left_out_by_query(selection, top.left_out()) + "\n";
}

/// The line on top.
template <class Rows>
std::vector<std::string> head_pieces(const Rows& top) {
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
  const auto name_of = [&style](const TopRow& row) {
    return name_cell(row.name, cycle_mark(row.cycle), style);
  };
  if (top.shown() != 0 && !columns_of(top, style)
                               .write(
                                   stream, rows_head(top.selection().group_by), top.shown(),
                                   [&](size_t rank) { return top.row(rank); }, name_of)) {
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
  append_head_line(stream.text(), head_pieces(top), style);
  if (write_top_table(top, style, stream)) {
    stream.text() += next_row_line(top, style);
  }
}

void write_text(const Lines& lines, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head_line(stream.text(), head_pieces(lines), style);
  const bool is_wanted =
      lines.shown() == 0 || cost_columns<LineRow>(lines, style, false)
                                .write(
                                    stream, rows_head(lines.selection().group_by), lines.shown(),
                                    [&](size_t rank) { return line_row(lines, rank); },
                                    [&](const LineRow& row) { return line_name(row, style); });
  if (!is_wanted) {
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
