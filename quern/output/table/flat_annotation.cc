// SPDX-License-Identifier: MIT
//
// Annotated sources as CSV, TSV and Markdown: one row a line, with what it spent itself, how many
// calls it made and what these cost, and how often its jumps were met and followed. Cells of what
// is not recorded are empty.
#include "quern/output/answers/source.h"
#include "quern/output/render.h"
#include "quern/output/shared/flat_cells.h"
#include "quern/output/text/annotation_words.h"

namespace quern {
namespace {

void add_jumps(Cells& cells, const AnnotatedLine* line) {
  if (line == nullptr || line->jumps.empty()) {
    cells.resize(cells.size() + 2);
    return;
  }
  int128 executed = 0, followed = 0;
  for (const AnnotatedJump& jump : line->jumps) {
    executed += jump.executed;
    followed += jump.followed;
  }
  cells.push_back(to_decimal(executed));
  cells.push_back(to_decimal(followed));
}

Cells cells_of(const AnnotatedFile& file, uint64_t number, const AnnotatedLine* line,
               std::string_view text, const Annotation& answer, FlatForm form) {
  const Selection& selection = answer.selection();
  const size_t columns = selection.columns.size();
  const size_t ratios = selection.ratios.size();
  Cells cells = {std::string(file.name)};
  add_number(cells, number);
  if (line != nullptr && line->has_self) {
    add_amounts(cells, line->self, selection, form);
    add_ratios(cells, line->self_ratios);
  } else {
    cells.resize(cells.size() + columns + ratios);
  }
  if (line != nullptr && !line->calls.empty()) {
    cells.push_back(cell_of(line->called.count, form));
    add_amounts(cells, line->called.inclusive, selection, form);
    add_ratios(cells, line->called.inclusive_ratios);
  } else {
    cells.resize(cells.size() + columns + ratios + 1);
  }
  if (answer.has_jumps()) {
    add_jumps(cells, line);
  }
  if (selection.has_estimates && form != FlatForm::kMarkdown) {
    Certainty certainty = Certainty::kExact;
    if (line != nullptr) {
      certainty = std::max(least_certain(line->self, line->called.count),
                           least_certain(line->called.inclusive, std::nullopt));
    }
    cells.emplace_back(to_string(certainty));
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
  if (answer.has_jumps()) {
    add_jump_columns(columns);
  }
  if (selection.has_estimates && form != FlatForm::kMarkdown) {
    columns.push_back({"certainty"});
  }
  columns.push_back({"text"});
  FlatWriter writer(form, out, columns);
  bool is_wanted = true;
  for (size_t rank = 0; rank < answer.shown() && is_wanted; ++rank) {
    const AnnotatedFile file = answer.file(rank);
    file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view text) {
      is_wanted = is_wanted && writer.row(cells_of(file, number, line, text, answer, form));
    });
  }
}

void write_accounts(const Annotation& answer, ByteSink& out) {
  const Selection& selection = answer.selection();
  std::vector<FlatColumn> columns = {{"where"}};
  add_columns(columns, "self", selection);
  out.write("\n");
  FlatWriter writer(FlatForm::kMarkdown, out, columns);
  const auto row = [&](std::string where, std::span<const Amount> costs) {
    Cells cells = {std::move(where)};
    add_amounts(cells, costs, selection, FlatForm::kMarkdown);
    (void)writer.row(cells);
  };
  for (const AccountedCost& account : answer.accounting()) {
    row(account_text(account, answer), account.self);
  }
  row("total", answer.totals());
}

}  // namespace quern
