// SPDX-License-Identifier: MIT
#include "quern/output/text/top_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/base/text.h"
#include "quern/output/answers/lists.h"
#include "quern/output/render.h"
#include "quern/output/rows/described.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/diagnostic_text.h"
#include "quern/output/text/head.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_table.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

/// So many rows are tried for a command to go on with.
constexpr size_t kRowsTried = 20;

/// A line, and behind it the function that it is of.
TableName line_name(const LineRow& line, const Style& style) {
  return {shown_name(line.name.name, style),
          {},
          {},
          {line.function ? shown_name(line.function->name, style) : "several functions"}};
}

// Columns that give way to names, those with the highest numbers first: see TableColumn.
constexpr unsigned kSpareInclusivePercent = 1U << 30;
constexpr unsigned kSpareCalls = kSpareInclusivePercent + 1;
constexpr unsigned kSpareOtherInclusive = kSpareCalls + 1;
constexpr unsigned kSpareOtherInclusivePercents = 1U << 31;

/// The columns of a Top, or Lines, whose event that rows are sorted by leads. Lines have costs of
/// their own alone.
template <class Row, class Rows>
RowTable<Row> cost_columns(const Rows& rows, const Style& style, bool has_inclusive) {
  const Selection& selection = rows.selection();
  RowTable<Row> table(selection, style);
  if (table.has_costs()) {
    const Amount& total = rows.totals()[selection.sort_column];
    // The cost that sorts the rows is never spared.
    const bool by_inclusive = has_inclusive && selection.sort_by == SortBy::kInclusive;
    table.sorted_cost("self", &TopRow::self, by_inclusive ? 2 : 0);
    table.percent("self %", &TopRow::self, total, by_inclusive ? kSpareInclusivePercent : 1);
    if constexpr (std::is_same_v<Row, LineRow>) {
      if (rows.inlined().is_known()) {
        table.sorted_cost("with inlined", &TopRow::with_inlined, 0);
        table.percent("%", &TopRow::with_inlined, total, 1);
      }
    }
    if (selection.running) {
      const Event& event = selection.columns[selection.sort_column].event;
      table.add_named("running", 2, [&event](const TopRow& row) {
        return row.running ? cost_text(event, *row.running) : std::string();
      });
      table.add_named("running %", 1, [total](const TopRow& row) {
        return row.running ? percent_text(*row.running, total) : std::string();
      });
    }
    if (has_inclusive) {
      table.sorted_cost("inclusive", &TopRow::inclusive, by_inclusive ? 0 : 2);
      table.percent("incl %", &TopRow::inclusive, total, by_inclusive ? 1 : kSpareInclusivePercent);
    }
  }
  table.other_costs("self", &TopRow::self, rows.totals(), 3);
  if (has_inclusive) {
    table.further_costs("incl", &TopRow::inclusive, rows.totals(), kSpareOtherInclusive,
                        kSpareOtherInclusivePercents);
  }
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

/// The cost that rows are sorted by, and how it is distributed over runs.
RowTable<TopRow> run_columns(const Top& top, const Style& style) {
  const Selection& selection = top.selection();
  RowTable<TopRow> table(selection, style);
  if (table.has_costs()) {
    const bool by_self = selection.sort_by == SortBy::kSelf;
    const auto costs = by_self ? &TopRow::self : &TopRow::inclusive;
    const Amount& total = top.totals()[selection.sort_column];
    table.sorted_cost(by_self ? "self" : "inclusive", costs, 4);
    table.percent(by_self ? "self %" : "incl %", costs, total, 8);
    table.runs(&TopRow::runs, by_self, 1);
  }
  return table;
}

RowTable<TopRow> columns_of(const Top& top, const Style& style) {
  const Selection& selection = top.selection();
  if (selection.shows_runs) {
    return run_columns(top, style);
  }
  RowTable<TopRow> table = cost_columns<TopRow>(top, style, top.has_inclusive());
  if (top.has_calls()) {
    table.add("calls", selection.sorts_calls ? 0 : kSpareCalls,
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

template <class Rows>
Head head_of(const Rows& top) {
  const Selection& selection = top.selection();
  const std::string rows = counted_rows(top.row_count(), selection.group_by);
  Head head;
  head.what = shown_rows(top.shown(), top.row_count(), rows, sorted_by(selection), selection);
  set_base(head, selection, top.totals());
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    if (const std::optional<Fraction>& total = top.total_ratios()[ratio]) {
      head.notes.push_back(
          fmt::format("overall {}: {}", ratio_name(selection, ratio), ratio_text(total)));
    }
  }
  add_where(head.notes, selection);
  add_scope(head.notes, selection);
  return head;
}

}  // namespace

std::string rest_line(const Top& top) {
  return rows_not_shown_line(top);
}

std::string rest_line(const Lines& lines) {
  return rows_not_shown_line(lines);
}

namespace {

/// The cost that rows are sorted by alone: names need the room, to choose one.
RowTable<TopRow> match_columns(const Top& top, const Style& style) {
  const Selection& selection = top.selection();
  RowTable<TopRow> table(selection, style);
  if (table.has_costs()) {
    const bool by_self = selection.sort_by == SortBy::kSelf;
    const auto costs = by_self ? &TopRow::self : &TopRow::inclusive;
    table.sorted_cost(by_self ? "self" : "inclusive", costs, 0);
    table.percent("%", costs, top.totals()[selection.sort_column], 1);
  }
  return table;
}

/// False where nobody takes bytes any more.
bool write_rows_of(const Top& top, const RowTable<TopRow>& columns, const Style& style,
                   BufferedText& stream) {
  const auto name_of = [&style](const TopRow& row) {
    return name_cell(row.name, cycle_mark(row), style);
  };
  return top.shown() == 0 || columns.write(
                                 stream, rows_head(top.selection().group_by), top.shown(),
                                 [&](size_t rank) { return top.row(rank); }, name_of);
}

}  // namespace

std::string rest_line(const Matches& matches) {
  const size_t not_shown = matches.count() - matches.top.shown();
  return not_shown == 0 ? std::string()
                        : fmt::format("not shown: {} (--limit 0 shows all)\n",
                                      counted_rows(not_shown, matches.selection().group_by));
}

bool write_top_table(const Top& top, const Style& style, BufferedText& stream) {
  if (!write_rows_of(top, columns_of(top, style), style, stream)) {
    return false;
  }
  stream.text() += rows_not_shown_line(top);
  stream.text() += estimate_note(top.selection(), style);
  stream.text() += note_lines(phrases(top.above_total()), style);
  return true;
}

NextRows next_rows(const Top& top, const Style& style) {
  const GroupBy by = top.selection().group_by;
  NextRows next;
  for (size_t rank = 0; rank < std::min(top.shown(), kRowsTried); ++rank) {
    const RowName name = top.row(rank).name;
    if (next.annotate.empty()) {
      next.annotate = next_annotate(name, by, style);
    }
    if (next.peek.empty()) {
      next.peek = next_peek(name, by, style);
    }
    if (!next.peek.empty() && (!next.annotate.empty() || !style.has_source)) {
      break;
    }
  }
  return next;
}

void write_text(const Top& top, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head(stream.text(), head_of(top), style);
  if (write_top_table(top, style, stream)) {
    const NextRows next = next_rows(top, style);
    stream.text() += first_two({next.annotate, next.peek});
  }
}

void write_text(const Matches& matches, const Style& style, ByteSink& out) {
  const Selection& selection = matches.selection();
  Head head = head_of(matches.top);
  head.what = fmt::format("{} match ", counted_rows(matches.count(), selection.group_by));
  head.name = fmt::format("'{}'", printable(matches.wanted));
  BufferedText stream(out);
  append_head(stream.text(), head, style);
  if (write_rows_of(matches.top, match_columns(matches.top, style), style, stream)) {
    const NextRows next = next_rows(matches.top, style);
    stream.text() += rest_line(matches);
    stream.text() += matches.are_for_lines ? next.annotate : next.peek;
  }
}

void write_text(const Lines& lines, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  Head head = head_of(lines);
  if (lines.ranks_inlined()) {
    const Selection& selection = lines.selection();
    head.what = shown_rows(
        lines.shown(), lines.row_count(), counted_rows(lines.row_count(), selection.group_by),
        " by " + event_text(selection.columns[selection.sort_column].event) + " with inlined code",
        selection);
  }
  append_head(stream.text(), head, style);
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
  for (size_t rank = 0; rank < std::min(lines.shown(), kRowsTried); ++rank) {
    const TopRow row = lines.row(rank);
    const std::string next =
        row.name.line != 0 ? next_annotate(row.name, GroupBy::kLine, style) : std::string();
    if (!next.empty()) {
      stream.text() += next;
      break;
    }
  }
}

}  // namespace quern
