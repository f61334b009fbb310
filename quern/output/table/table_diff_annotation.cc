// SPDX-License-Identifier: MIT
//
// Source lines of both sides as CSV, TSV and Markdown: one row a line, with the old, the new and
// the change of its self cost and of its cost with inlined code, how many calls it made at what
// cost, and how often its jumps were met and followed. Cells of what is not recorded are empty.
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_annotation_words.h"
#include "quern/output/table/table_pen.h"
#include "quern/output/text/annotation_words.h"

namespace quern {
namespace {

/// How many calls a side made from the line, and what these cost; blank where it made none.
void draw_calls_of(TablePen& pen, const std::string& side, const DiffLine& line,
                   std::optional<DiffSide> DiffCallRow::* which) {
  std::optional<int128> count;
  std::vector<Amount> sums;
  for (const DiffCallRow& call : line.calls) {
    if (const std::optional<DiffSide>& made = call.*which; made && !call.is_inlined) {
      count = count.value_or(0) + lower_of(made->calls.value_or(Exact{0}));
      sums.resize(made->inclusive.size());
      for (size_t column = 0; column < sums.size(); ++column) {
        sums[column] = Exact{lower_of(sums[column]) + lower_of(made->inclusive[column])};
      }
    }
  }
  pen.number(side + " calls", count);
  pen.lower_costs(side + " inclusive", sums);
}

/// How often the jumps of a side from the line were met and followed; blank where it has none.
void draw_jumps_of(TablePen& pen, const std::string& side, const DiffLine& line,
                   std::optional<JumpCount> DiffJump::* which) {
  std::optional<int128> executed, followed;
  for (const DiffJump& jump : line.jumps) {
    if (const std::optional<JumpCount>& count = jump.*which) {
      executed = executed.value_or(0) + count->executed;
      followed = followed.value_or(0) + count->followed;
    }
  }
  pen.number(side + " jumps", executed);
  pen.number(side + " jumps followed", followed);
}

template <class Costs>
using CostsOf = std::vector<Amount> Costs::*;

void draw_sides(TablePen& pen, const std::string& kind, const DiffLine& line,
                CostsOf<DiffSide> of_side, CostsOf<DiffChange> of_change) {
  const std::vector<Amount> none;
  const bool has_any = line.old_side || line.new_side;
  pen.lower_costs("old " + kind, line.old_side ? (*line.old_side).*of_side : none);
  pen.lower_costs("new " + kind, line.new_side ? (*line.new_side).*of_side : none);
  pen.lower_costs("change of " + kind, has_any ? line.change.*of_change : none);
  pen.sure(line.change.*of_change);
}

void draw_line_costs(TablePen& pen, const DiffLine& line, bool knows_inlined) {
  draw_sides(pen, "self", line, &DiffSide::self, &DiffChange::self);
  if (knows_inlined) {
    draw_sides(pen, "with_inlined", line, &DiffSide::with_inlined, &DiffChange::with_inlined);
  }
  for (const DiffCallRow& call : line.calls) {
    pen.sure(call.change.inclusive);
    pen.sure(call.change.calls);
  }
}

void draw_numbers(TablePen& pen, const PairedLine& pair) {
  pen.number("old line", unless_zero(pair.old_line));
  pen.number("new line", unless_zero(pair.new_line));
  pen.text("match", to_string(pair.match));
}

void draw_diff_line(TablePen& pen, std::string_view file, const DiffSourceLine& at,
                    std::string_view text, const DiffAnnotation& answer) {
  static const DiffLine kNothing;
  const DiffLine& line = at.line != nullptr ? *at.line : kNothing;
  pen.text("file", file);
  draw_numbers(pen, at.pair);
  draw_line_costs(pen, line, answer.files().knows_inlined());
  draw_calls_of(pen, "old", line, &DiffCallRow::old_side);
  draw_calls_of(pen, "new", line, &DiffCallRow::new_side);
  if (answer.has_jumps()) {
    draw_jumps_of(pen, "old", line, &DiffJump::old_side);
    draw_jumps_of(pen, "new", line, &DiffJump::new_side);
  }
  pen.flag("noise", line.is_noise);
  if (pen.selection().has_estimates) {
    pen.certainty_column();
  }
  // Cells of CSV and TSV can be turned back into the source's bytes.
  pen.text("text", pen.is_markdown() ? source_text(text) : std::string(text));
}

}  // namespace

void write_flat(const DiffAnnotation& answer, FlatForm form, ByteSink& out) {
  TablePen pen(form, out, answer.selection());
  draw_diff_line(pen, {}, {}, {}, answer);
  bool is_wanted = pen.end_row();
  for (size_t rank = 0; rank < answer.shown() && is_wanted; ++rank) {
    const DiffAnnotatedFile file = answer.file(rank);
    is_wanted = file.each_line([&](const DiffSourceLine& at) {
      draw_diff_line(pen, file.name, at, file.text(at.pair), answer);
      return pen.end_row();
    });
  }
}

void write_flat(const LineChanges& lines, FlatForm form, ByteSink& out) {
  const auto draw = [&](TablePen& pen, const LineChange& row) {
    pen.text("file", row.file);
    pen.text("old file", row.old_file.value_or(""));
    draw_numbers(pen, row.pair);
    draw_line_costs(pen, row, lines.files().knows_inlined());
    pen.flag("noise", row.is_noise);
    if (pen.selection().has_estimates) {
      pen.certainty_column();
    }
  };
  TablePen table(form, out, lines.selection());
  write_table(table, lines.shown(), [&](size_t rank) { return lines.row(rank); }, draw);
}

void write_accounts(const DiffAnnotation& answer, ByteSink& out) {
  struct Account {
    std::string where;
    std::vector<Amount> was, is;
  };
  std::vector<Account> accounts;
  for (const DiffAccountedCost& account : answer.accounting()) {
    accounts.push_back({account_words(account, answer), account.old_self, account.new_self});
  }
  accounts.push_back({"total", answer.totals(Version::kOld), answer.totals(Version::kNew)});
  const auto draw = [](TablePen& pen, const Account& account) {
    pen.text("where", account.where);
    pen.costs("old self", account.was);
    pen.costs("new self", account.is);
    pen.costs("change of self",
              change_between(side_of_self(account.was), side_of_self(account.is)).self);
  };
  out.write("\n");
  TablePen table(FlatForm::kMarkdown, out, answer.selection());
  write_table(table, accounts.size(), [&](size_t at) { return accounts[at]; }, draw);
}

}  // namespace quern
