// SPDX-License-Identifier: MIT
//
// The list of changed lines as text.
#include <fmt/format.h>

#include <utility>

#include "quern/base/buffered_text.h"
#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_annotation_words.h"
#include "quern/output/compare/diff_lines.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

/// "a.c:10 (old 9)", with the old file where its last part is another one.
TableName changed_line_name(const LineChange& row, const Style& style) {
  const std::string_view old_file = base_name(row.old_file.value_or(row.file));
  const bool is_renamed = old_file != base_name(row.file);
  const bool has_moved = row.pair.old_line != row.pair.new_line;
  std::string mark;
  if (row.old_side && row.new_side && (is_renamed || has_moved)) {
    mark =
        fmt::format(" (old {}{})", is_renamed ? printable(old_file) + ":" : "", row.pair.old_line);
  }
  mark += status_word(row.status_of_sides());
  mark += row.is_noise ? " <noise>" : "";
  return {.text = shown_name(row.name, style), .second = {}, .mark = std::move(mark), .places = {}};
}

}  // namespace

std::string rest_line(const LineChanges& lines) {
  const Selection& selection = lines.selection();
  const auto rows = [&](size_t count) { return counted_rows(count, selection.group_by); };
  const size_t not_shown = lines.row_count() - lines.shown() + lines.left_out();
  std::string line = not_shown != 0           ? fmt::format("not shown: {}", rows(not_shown))
                     : lines.row_count() == 0 ? "no change"
                                              : fmt::format("all {} shown", rows(lines.shown()));
  const std::vector<Amount> rest = lines.not_shown();
  const size_t leading = selection.sort_column;
  if (leading < rest.size() && lower_of(rest[leading]) != 0) {
    const Event& event = selection.columns[leading].event;
    line += fmt::format("{}{} {} self", not_shown != 0 ? ", " : "; without a file: ",
                        change_text(event, rest[leading]), event_text(event));
  }
  line += left_out_phrase(lines);
  return with_unchanged(std::move(line), lines.unchanged(), rows(lines.unchanged()));
}

void write_text(const LineChanges& lines, const Style& style, ByteSink& out) {
  const Selection& selection = lines.selection();
  BufferedText stream(out);
  append_head(stream.text(),
              list_head(lines, "lines", counted_rows(lines.row_count(), selection.group_by),
                        lines.ranks_inlined() ? " by change with inlined code"
                                              : change_sorted_by(selection, true)),
              style);
  const RowTable<DiffLine> columns = line_changes(selection, lines.files().knows_inlined(), style);
  const auto name = [&](const DiffLine& row) {
    return changed_line_name(static_cast<const LineChange&>(row), style);
  };
  const auto row_at = [&](size_t rank) { return lines.row(rank); };
  if (lines.shown() != 0 &&
      !columns.write(stream, rows_head(selection.group_by), lines.shown(), row_at, name)) {
    return;
  }
  stream.text() += rest_line(lines) + estimate_note(selection, style) + inlined_note(lines.files());
  const bool has_next = lines.shown() != 0 && selection.is_all_parts;
  if (const std::string place = has_next ? lines.row(0).name : ""; !place.empty()) {
    stream.text() +=
        next_line(fmt::format("diff --view annotate --of {}", single_quoted(place)), style);
  }
}

}  // namespace quern
