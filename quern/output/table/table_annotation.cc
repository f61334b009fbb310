// SPDX-License-Identifier: MIT
//
// Annotated sources as CSV, TSV and Markdown: one row a line, with what it spent itself, how many
// calls it made and what these cost, what it cost with code inlined there (with_inlined) and with
// all calls (with_calls), and how often its jumps were met and followed. Cells of what is not
// recorded are empty.
#include "quern/output/answers/source.h"
#include "quern/output/table/table_pen.h"
#include "quern/output/text/annotation_words.h"

namespace quern {
namespace {

/// How often the jumps of a line were met and followed.
void draw_jumps(TablePen& pen, const AnnotatedLine& line) {
  int128 executed = 0, followed = 0;
  for (const AnnotatedJump& jump : line.jumps) {
    executed += jump.executed;
    followed += jump.followed;
  }
  const bool has_jumps = !line.jumps.empty();
  pen.number("jumps", has_jumps ? std::optional(executed) : std::nullopt);
  pen.number("jumps followed", has_jumps ? std::optional(followed) : std::nullopt);
}

void draw_line(TablePen& pen, std::string_view file, uint64_t number, const AnnotatedLine& line,
               std::string_view text, bool has_jumps, bool knows_inlined) {
  const bool has_calls = line.has_own_calls;
  pen.text("file", file);
  pen.number("line", unless_zero(number));
  pen.costs("self", line.has_self ? line.self : std::vector<Amount>());
  pen.ratios("self", line.has_self ? line.self_ratios : std::vector<std::optional<Fraction>>());
  pen.count("calls", has_calls ? std::optional(line.called.count) : std::nullopt);
  pen.costs("inclusive", has_calls ? line.called.inclusive : std::vector<Amount>());
  pen.ratios("inclusive",
             has_calls ? line.called.inclusive_ratios : std::vector<std::optional<Fraction>>());
  if (knows_inlined) {
    pen.costs("with_inlined", line.with_inlined);
  }
  pen.costs("with_calls", line.with_calls);
  if (!pen.is_markdown()) {
    pen.upper_costs("with_calls_max", line.with_calls);
  }
  if (has_jumps) {
    draw_jumps(pen, line);
  }
  if (!pen.is_markdown()) {
    pen.certainty_column();
  }
  // Cells of CSV and TSV can be turned back into the source's bytes.
  pen.text("text", pen.is_markdown() ? source_text(text) : std::string(text));
}

}  // namespace

void write_flat(const Annotation& answer, FlatForm form, ByteSink& out) {
  static const AnnotatedLine kNothing;
  TablePen pen(form, out, answer.selection());
  draw_line(pen, {}, 0, kNothing, {}, answer.has_jumps(), answer.knows_inlined());
  bool is_wanted = pen.end_row();
  for (size_t rank = 0; rank < answer.shown() && is_wanted; ++rank) {
    const AnnotatedFile file = answer.file(rank);
    file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view text) {
      if (is_wanted) {
        draw_line(pen, file.name, number, line != nullptr ? *line : kNothing, text,
                  answer.has_jumps(), answer.knows_inlined());
        is_wanted = pen.end_row();
      }
    });
  }
}

void write_accounts(const Annotation& answer, ByteSink& out) {
  struct Account {
    std::string where;
    std::vector<Amount> self;
  };
  std::vector<Account> accounts;
  for (const AccountedCost& account : answer.accounting()) {
    accounts.push_back({account_text(account, answer), account.self});
  }
  accounts.push_back({"total", answer.totals()});
  out.write("\n");
  TablePen table(FlatForm::kMarkdown, out, answer.selection());
  write_table(
      table, accounts.size(), [&](size_t at) { return accounts[at]; },
      [](TablePen& pen, const Account& account) {
        pen.text("where", account.where);
        pen.costs("self", account.self);
      });
}

}  // namespace quern
