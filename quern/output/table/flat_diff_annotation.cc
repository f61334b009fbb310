// SPDX-License-Identifier: MIT
//
// Source lines of both sides as CSV, TSV and Markdown: one row a line, with the old, the new and
// the change of its self cost, how many calls it made at what cost, and how often its jumps were
// met and followed. Cells of what is not recorded are empty.
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_annotation_words.h"
#include "quern/output/render.h"
#include "quern/output/shared/flat_cells.h"
#include "quern/output/text/annotation_words.h"

namespace quern {
namespace {

void add_self_of(Cells& cells, const std::optional<DiffSide>& side, const Selection& selection,
                 FlatForm form) {
  if (side) {
    add_lower(cells, side->self, selection, form);
  } else {
    cells.resize(cells.size() + selection.columns.size());
  }
}

/// How many calls a side made from the line, and what these cost; blank where it made none.
void add_calls_of(Cells& cells, const DiffLine* line, std::optional<DiffSide> DiffCallRow::* which,
                  const Selection& selection, FlatForm form) {
  const size_t columns = selection.columns.size();
  int128 count = 0;
  std::vector<int128> sums(columns);
  bool has_calls = false;
  for (size_t at = 0; line != nullptr && at < line->calls.size(); ++at) {
    if (const std::optional<DiffSide>& side = line->calls[at].*which) {
      has_calls = true;
      count += lower_of(side->calls.value_or(Exact{0}));
      for (size_t column = 0; column < columns; ++column) {
        sums[column] += lower_of(side->inclusive[column]);
      }
    }
  }
  if (has_calls) {
    cells.push_back(to_decimal(count));
    add_costs(cells, sums, selection, form);
  } else {
    cells.resize(cells.size() + columns + 1);
  }
}

/// Of all that a row has of the line.
Certainty certainty_of_line(const DiffLine& line) {
  Certainty certainty = least_certain(line.change.self, std::nullopt);
  for (const DiffCallRow& call : line.calls) {
    certainty = std::max(certainty, least_certain(call.change.inclusive, call.change.calls));
  }
  return certainty;
}

/// How often the jumps of a side from the line were met and followed; blank where it has none.
void add_jumps_of(Cells& cells, const DiffLine* line, std::optional<JumpCount> DiffJump::* which) {
  JumpCount sum;
  bool has_jumps = false;
  for (size_t at = 0; line != nullptr && at < line->jumps.size(); ++at) {
    if (const std::optional<JumpCount>& count = line->jumps[at].*which) {
      has_jumps = true;
      sum.executed += count->executed;
      sum.followed += count->followed;
    }
  }
  cells.push_back(has_jumps ? to_decimal(sum.executed) : "");
  cells.push_back(has_jumps ? to_decimal(sum.followed) : "");
}

Cells line_cells(const DiffAnnotatedFile& file, const DiffSourceLine& at,
                 const Selection& selection, FlatForm form, bool has_jumps) {
  const auto& [pair, line, left_out, position] = at;
  const size_t columns = selection.columns.size();
  Cells cells = {std::string(file.name)};
  add_number(cells, pair.old_line);
  add_number(cells, pair.new_line);
  cells.emplace_back(to_string(pair.match));
  if (line != nullptr && (line->old_side || line->new_side)) {
    add_self_of(cells, line->old_side, selection, form);
    add_self_of(cells, line->new_side, selection, form);
    add_lower(cells, line->change.self, selection, form);
  } else {
    cells.resize(cells.size() + 3 * columns);
  }
  add_calls_of(cells, line, &DiffCallRow::old_side, selection, form);
  add_calls_of(cells, line, &DiffCallRow::new_side, selection, form);
  if (has_jumps) {
    add_jumps_of(cells, line, &DiffJump::old_side);
    add_jumps_of(cells, line, &DiffJump::new_side);
  }
  cells.emplace_back(line != nullptr && line->is_noise ? "yes" : "");
  if (selection.has_estimates) {
    cells.emplace_back(to_string(line != nullptr ? certainty_of_line(*line) : Certainty::kExact));
  }
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
  const bool has_jumps = answer.has_jumps();
  if (has_jumps) {
    for (const std::string side : {"old", "new"}) {
      add_jump_columns(columns, side + " ");
    }
  }
  columns.push_back({"noise"});
  if (selection.has_estimates) {
    columns.push_back({"certainty"});
  }
  columns.push_back({"text"});
  FlatWriter writer(form, out, columns);
  bool is_wanted = true;
  for (size_t rank = 0; rank < answer.shown() && is_wanted; ++rank) {
    const DiffAnnotatedFile file = answer.file(rank);
    is_wanted = file.each_line([&](const DiffSourceLine& at) {
      return writer.row(line_cells(file, at, selection, form, has_jumps));
    });
  }
}

void write_accounts(const DiffAnnotation& answer, ByteSink& out) {
  const Selection& selection = answer.selection();
  std::vector<FlatColumn> columns = {{"where"}};
  for (const std::string_view which : {"old self", "new self", "change of self"}) {
    add_columns(columns, which, selection);
  }
  out.write("\n");
  FlatWriter writer(FlatForm::kMarkdown, out, columns);
  const auto row = [&](std::string where, const std::vector<Amount>& was,
                       const std::vector<Amount>& is) {
    const DiffChange change = change_between(side_of_self(was), side_of_self(is));
    Cells cells = {std::move(where)};
    for (const std::vector<Amount>* costs : {&was, &is, &change.self}) {
      add_amounts(cells, *costs, selection, FlatForm::kMarkdown);
    }
    (void)writer.row(cells);
  };
  for (const DiffAccountedCost& account : answer.accounting()) {
    row(account_words(account, answer), account.old_self, account.new_self);
  }
  row("total", answer.totals(Version::kOld), answer.totals(Version::kNew));
}

}  // namespace quern
