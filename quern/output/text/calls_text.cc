// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/calls.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/head.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_table.h"

namespace quern {
namespace {

RowTable<CallRow> call_columns(const Calls& calls, const Style& style) {
  const Selection& selection = calls.selection();
  RowTable<CallRow> table(selection, style);
  if (table.has_costs()) {
    table.sorted_cost("inclusive", &CallRow::inclusive, 0);
    table.percent("incl %", &CallRow::inclusive, calls.totals()[selection.sort_column], 1);
  }
  table.other_costs("incl", &CallRow::inclusive, calls.totals(), 3);
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    // What rows are sorted by is never spared.
    const bool is_leading = selection.sort_ratio == selection.ratios[ratio];
    table.ratio("incl", &CallRow::inclusive_ratios, ratio,
                is_leading ? 0 : 3 + static_cast<unsigned>(selection.columns.size() + ratio));
  }
  table.add("calls", selection.sorts_calls ? 0 : 2,
            [](const CallRow& row) { return count_text(row.count); });
  return table;
}

/// Both names; behind them both places, or the one they share.
TableName call_name(const CallRow& row, const Style& style) {
  TableName caller = name_cell(row.caller, row.is_recursive ? " <recursive>" : "", style);
  const TableName callee = name_cell(row.callee, "", style);
  caller.second = callee.text;
  if (caller.places == callee.places) {
    return caller;
  }
  const auto place = [](const std::vector<std::string>& places, bool is_short) {
    return places.empty() ? "???" : is_short ? places.back() : places.front();
  };
  std::vector<std::string> places;
  for (const bool is_short : {false, true}) {
    places.push_back(
        fmt::format("{} → {}", place(caller.places, is_short), place(callee.places, is_short)));
  }
  caller.places = std::move(places);
  return caller;
}

Head head_of_calls(const Calls& calls) {
  const Selection& selection = calls.selection();
  std::string pairs = counted(calls.row_count(), "pair");
  if (selection.group_by != GroupBy::kFunction) {
    pairs += " of " + rows_word(selection.group_by);
  }
  Head head;
  head.what = shown_rows(calls.shown(), calls.row_count(), pairs, sorted_by(selection), selection);
  set_base(head, selection, calls.totals());
  add_where(head.notes, selection);
  add_scope(head.notes, selection);
  return head;
}

}  // namespace

std::string rest_line(const Calls& calls) {
  const Selection& selection = calls.selection();
  const auto pairs = [](size_t count) { return counted(count, "pair"); };
  if (calls.row_count() == 0) {
    return "the profile records no calls\n";
  }
  if (calls.shown() == calls.row_count()) {
    return fmt::format("all {} of caller and callee shown\n", pairs(calls.row_count()));
  }
  std::string line =
      fmt::format("not shown: {} of caller and callee", pairs(calls.row_count() - calls.shown()));
  if (const std::optional<Amount> count = calls.count_not_shown()) {
    line += fmt::format(", {} {}", count_text(count), lower_of(*count) == 1 ? "call" : "calls");
  }
  const std::vector<Amount> highest = calls.highest_not_shown();
  const size_t leading = selection.sort_column;
  if (leading < highest.size()) {
    line += fmt::format(", none above {} ({} %)",
                        cost_phrase(selection.columns[leading].event, highest[leading]),
                        percent_text(highest[leading], calls.totals()[leading]));
  }
  return line + left_out_by_query(selection, calls.left_out()) + "\n";
}

void write_text(const Calls& calls, const Style& style, ByteSink& out) {
  const Selection& selection = calls.selection();
  BufferedText stream(out);
  append_head(stream.text(), head_of_calls(calls), style);
  bool has_recursion = false;
  const auto row_at = [&](size_t rank) {
    CallRow row = calls.row(rank);
    has_recursion = has_recursion || row.is_recursive;
    return row;
  };
  const auto name_of = [&](const CallRow& row) { return call_name(row, style); };
  if (calls.shown() != 0 &&
      !call_columns(calls, style)
           .write(stream, "caller → callee", calls.shown(), row_at, name_of)) {
    return;
  }
  stream.text() += rest_line(calls);
  stream.text() += estimate_note(selection, style);
  if (has_recursion) {
    stream.text() += overlap_note();
  }
  if (calls.shown() != 0) {
    const CallRow first = calls.row(0);
    stream.text() += first_two({next_annotate(first.callee, selection.group_by, style),
                                next_peek(first.callee, selection.group_by, style)});
  }
}

}  // namespace quern
