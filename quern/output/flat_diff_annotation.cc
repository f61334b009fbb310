// SPDX-License-Identifier: MIT
//
// Source lines of both sides as CSV, TSV and Markdown: one row a line, with the old, the new and
// the change of its self cost, and how many calls it made at what cost. Cells of what is not
// recorded are empty.
#include "quern/output/annotation_words.h"
#include "quern/output/answers.h"
#include "quern/output/flat_cells.h"

namespace quern {
namespace {

void add_self_of(Cells& cells, const std::optional<DiffSide>& side, size_t columns) {
  for (size_t column = 0; column < columns; ++column) {
    cells.push_back(side ? to_decimal(lower_of(side->self[column])) : "");
  }
}

/// How many calls a side made from the line, and what these cost; blank where it made none.
void add_calls_of(Cells& cells, const DiffLine* line, std::optional<DiffSide> DiffCallRow::* which,
                  size_t columns) {
  std::vector<int128> sums(columns + 1);
  bool has_calls = false;
  for (size_t at = 0; line != nullptr && at < line->calls.size(); ++at) {
    if (const std::optional<DiffSide>& side = line->calls[at].*which) {
      has_calls = true;
      sums[0] += side->calls.value_or(0);
      for (size_t column = 0; column < columns; ++column) {
        sums[column + 1] += lower_of(side->inclusive[column]);
      }
    }
  }
  if (has_calls) {
    add_costs(cells, sums);
  } else {
    cells.resize(cells.size() + columns + 1);
  }
}

Cells line_cells(const DiffAnnotatedFile& file, const PairedLine& pair, const DiffLine* line,
                 size_t columns) {
  Cells cells = {std::string(file.name)};
  add_number(cells, pair.old_line);
  add_number(cells, pair.new_line);
  cells.emplace_back(to_string(pair.match));
  if (line != nullptr && (line->old_side || line->new_side)) {
    add_self_of(cells, line->old_side, columns);
    add_self_of(cells, line->new_side, columns);
    for (const Amount& change : line->change.self) {
      cells.push_back(to_decimal(lower_of(change)));
    }
  } else {
    cells.resize(cells.size() + 3 * columns);
  }
  add_calls_of(cells, line, &DiffCallRow::old_side, columns);
  add_calls_of(cells, line, &DiffCallRow::new_side, columns);
  cells.emplace_back(line != nullptr && line->is_noise ? "yes" : "");
  cells.push_back(source_text(file.text(pair)));
  return cells;
}

}  // namespace

void write_flat(const DiffAnnotation& answer, FlatForm form, ByteSink& out) {
  const Selection& selection = answer.selection();
  std::vector<FlatColumn> columns = {{"file"}, {"old line", true}, {"new line", true}, {"match"}};
  for (const std::string_view which : {"old self", "new self", "change of self"}) {
    add_columns(columns, which, selection);
  }
  for (const std::string side : {"old", "new"}) {
    columns.push_back({side + " calls", true});
    add_columns(columns, side + " inclusive", selection);
  }
  columns.insert(columns.end(), {{"noise"}, {"text"}});
  FlatWriter writer(form, out, columns);
  bool is_wanted = true;
  for (size_t rank = 0; rank < answer.shown() && is_wanted; ++rank) {
    const DiffAnnotatedFile file = answer.file(rank);
    is_wanted = file.each_line([&](const PairedLine& pair, const DiffLine* line, uint64_t) {
      return writer.row(line_cells(file, pair, line, selection.columns.size()));
    });
  }
}

}  // namespace quern
