// SPDX-License-Identifier: MIT
//
// Annotated sources as CSV, TSV and Markdown: one row a line, with what it spent itself, how many
// calls it made and what these cost. Cells of what is not recorded are empty.
#include "quern/output/annotation_words.h"
#include "quern/output/answers.h"
#include "quern/output/flat_cells.h"

namespace quern {
namespace {

Cells cells_of(const AnnotatedFile& file, uint64_t number, const AnnotatedLine* line,
               std::string_view text, const Selection& selection) {
  const size_t columns = selection.columns.size();
  const size_t ratios = selection.ratios.size();
  Cells cells = {std::string(file.name)};
  add_number(cells, number);
  if (line != nullptr && line->has_self) {
    add_costs(cells, line->self);
    add_ratios(cells, line->self_ratios);
  } else {
    cells.resize(cells.size() + columns + ratios);
  }
  if (line != nullptr && !line->calls.empty()) {
    cells.push_back(to_decimal(line->called.count));
    add_costs(cells, line->called.inclusive);
    add_ratios(cells, line->called.inclusive_ratios);
  } else {
    cells.resize(cells.size() + columns + ratios + 1);
  }
  cells.push_back(source_text(text));
  return cells;
}

}  // namespace

void write_flat(const Annotation& answer, FlatForm form, ByteSink& out) {
  const Selection& selection = answer.selection();
  std::vector<FlatColumn> columns = {{"file"}, {"line", true}};
  add_columns(columns, "self", selection);
  add_ratio_columns(columns, "self", selection);
  columns.push_back({"calls", true});
  add_columns(columns, "inclusive", selection);
  add_ratio_columns(columns, "inclusive", selection);
  columns.push_back({"text"});
  FlatWriter writer(form, out, columns);
  bool is_wanted = true;
  for (size_t rank = 0; rank < answer.shown() && is_wanted; ++rank) {
    const AnnotatedFile file = answer.file(rank);
    file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view text) {
      is_wanted = is_wanted && writer.row(cells_of(file, number, line, text, selection));
    });
  }
}

}  // namespace quern
