// SPDX-License-Identifier: MIT
//
// The text of `quern loops`. For a loop, LoopRow::calls is how often a jump led back to its start
// (iterations). Loops nest, so that their costs do not add up: the line below the table gives the
// highest cost that is not shown, instead of a sum.
#include <fmt/format.h>

#include <vector>

#include "quern/base/text.h"
#include "quern/output/answers/lists.h"
#include "quern/output/render.h"
#include "quern/output/rows/described.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/head.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_table.h"
#include "quern/query/computed_values.h"

namespace quern {
namespace {

/// "a.c:12-18", or addresses where no line is known.
std::string loop_place(const LoopRow& row) {
  if (!row.lines) {
    return fmt::format("{:#x}-{:#x}", row.loop.first, row.loop.last);
  }
  const std::string file = row.name.file.empty() ? "???" : printable(row.name.file);
  const auto [first, last] = *row.lines;
  return first == last ? fmt::format("{}:{}", file, first)
                       : fmt::format("{}:{}-{}", file, first, last);
}

/// Self cost per iteration. Empty if the loop was never repeated or a number is not exact: a mean
/// of bounds or estimates would look surer than it is.
std::string per_iteration(const LoopRow& row, size_t column) {
  const std::optional<int128> self = known_exactly(row.self[column]);
  const std::optional<int128> iterations = known_exactly(row.calls);
  return self && iterations && *iterations > 0
             ? fmt::format("{:.1f}", static_cast<double>(*self) / static_cast<double>(*iterations))
             : "";
}

RowTable<LoopRow> loop_columns(const Loops& loops, const Style& style) {
  // Where the terminal is too narrow, the columns with the highest numbers go first; 0 stays.
  constexpr unsigned kSpareSoon = RowTable<LoopRow>::kSparePercents - 2;
  const Selection& selection = loops.selection();
  RowTable<LoopRow> table(selection, style);
  if (table.has_costs()) {
    const size_t column = selection.sort_column;
    const Amount& total = loops.totals()[column];
    table.sorted_cost("self", &LoopRow::self, 0);
    table.percent("self %", &LoopRow::self, total, 1);
    table.sorted_cost("inclusive", &LoopRow::inclusive, 2);
    table.percent("incl %", &LoopRow::inclusive, total, kSpareSoon);
    table.add("self/iteration", kSpareSoon,
              [column](const LoopRow& row) { return per_iteration(row, column); });
  }
  table.other_costs("self", &LoopRow::self, loops.totals(), 3);
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    const unsigned spare = 3 + static_cast<unsigned>(selection.columns.size() + ratio);
    table.ratio("self", &LoopRow::self_ratios, ratio, spare);
    table.ratio("incl", &LoopRow::inclusive_ratios, ratio, spare);
  }
  table.add("iterations", selection.sorts_calls ? 0 : 2,
            [](const LoopRow& row) { return count_text(row.calls); });
  table.add("entries", kSpareSoon + 1, [](const LoopRow& row) {
    return row.loop.entries ? grouped(*row.loop.entries) : std::string();
  });
  return table;
}

}  // namespace

std::string rest_line(const Loops& loops) {
  const Selection& selection = loops.selection();
  if (loops.row_count() == 0) {
    return "no loops: no function jumps back\n";
  }
  if (loops.shown() == loops.row_count()) {
    return fmt::format("all {} shown\n", counted_rows(loops.row_count(), selection.group_by));
  }
  std::string line = fmt::format(
      "not shown: {}", counted_rows(loops.row_count() - loops.shown(), selection.group_by));
  if (const size_t leading = selection.sort_column; leading < selection.columns.size()) {
    const Amount highest = loops.highest_not_shown()[leading];
    line += fmt::format(", none with a self cost above {} ({} %)",
                        cost_phrase(selection.columns[leading].event, highest),
                        percent_text(highest, loops.totals()[leading]));
  }
  return line + left_out_by_query(selection, loops.left_out()) + "\n";
}

namespace {

Head loops_head(const Loops& loops) {
  const Selection& selection = loops.selection();
  const std::string rows = counted_rows(loops.row_count(), selection.group_by);
  Head head;
  head.what = shown_rows(loops.shown(), loops.row_count(), rows, sorted_by(selection), selection);
  set_base(head, selection, loops.totals());
  add_where(head.notes, selection);
  add_scope(head.notes, selection);
  return head;
}

}  // namespace

void write_text(const Loops& loops, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head(stream.text(), loops_head(loops), style);
  const auto name_of = [&style](const LoopRow& row) -> TableName {
    return {loop_place(row), {}, {}, {shown_name(row.name.name, style)}};
  };
  if (loops.shown() != 0 && !loop_columns(loops, style)
                                 .write(
                                     stream, "loop", loops.shown(),
                                     [&](size_t rank) { return loop_row(loops, rank); }, name_of)) {
    return;
  }
  stream.text() += rest_line(loops) + estimate_note(loops.selection(), style);
  if (loops.shown() != 0) {
    const RowName name = loops.row(0).name;
    const std::string line = fmt::format("{}:{}", name.file, name.line);
    RowName place = name;
    place.name = line;
    const bool has_line = name.line != 0 && !name.file.empty();
    stream.text() += first_two({has_line ? next_annotate(place, GroupBy::kLine, style) : "",
                                next_peek(name, GroupBy::kFunction, style)});
  }
}

}  // namespace quern
