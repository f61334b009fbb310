// SPDX-License-Identifier: MIT
//
// Compared source lines as one page (source_page.h): a file folds with its sources and how its
// lines were paired; changes have their sign, and lines their mark, so that no meaning is in color
// alone.
#include <fmt/format.h>

#include <vector>

#include "quern/base/text.h"
#include "quern/output/compare/diff_annotation_words.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/compare/diff_lines.h"
#include "quern/output/compare/diff_source.h"
#include "quern/output/html/source_page.h"
#include "quern/output/shared/html_text.h"
#include "quern/output/shared/jump_margin.h"
#include "quern/output/text/annotation_words.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

class DiffSourcePage {
 public:
  DiffSourcePage(const DiffAnnotation& answer, const Style& style, ByteSink& out)
      : answer_(answer),
        style_(style),
        page_(out),
        table_(line_changes(answer.selection(), answer.files().knows_inlined(), style)) {}

  void write() {
    const std::string what = target_text(answer_.kind(), answer_.target(), answer_.target_line(),
                                         "source lines", style_);
    const Head head = change_head(what, answer_.selection(), answer_.totals(Version::kOld),
                                  answer_.totals(Version::kNew));
    page_.begin("Changes in " + what, answer_.selection().completeness);
    if (!table_.columns().empty()) {
      page_.paragraph(head.base);
    }
    if (const std::string evened = evened_phrase(answer_.selection()); !evened.empty()) {
      page_.paragraph(evened);
    }
    if (!answer_.selection().is_all_parts) {
      page_.paragraph("some parts only");
    }
    for (size_t rank = 0; rank < answer_.shown(); ++rank) {
      if (!write_file(answer_.file(rank), rank)) {
        return;
      }
    }
    if (!answer_.differs()) {
      page_.paragraph("no change");
    }
    write_accounting();
    if (const std::string note = estimate_note(answer_.selection()); !note.empty()) {
      page_.paragraph(note);
    }
    if (const std::string note = inlined_note(answer_.files());
        answer_.files().missing_object() && !note.empty()) {
      page_.paragraph(note);
    }
    if (const std::string hint = refused_text(answer_.folder_to_propose()); !hint.empty()) {
      page_.paragraph(hint);
    }
    page_.end();
  }

 private:
  [[nodiscard]] std::string& text() { return page_.text(); }

  bool write_file(const DiffAnnotatedFile& file, size_t rank) {
    page_.begin_file(rank, true,
                     fmt::format("{}{}{}", file.is_inlined ? "inlined from " : "",
                                 printable(file.name), status_word(file.status)),
                     change_phrase(file, answer_.selection()) + (file.is_noise ? " <noise>" : ""));
    if (const std::string own = own_lines_phrase(file, answer_.selection()); !own.empty()) {
      page_.paragraph(own);
    }
    if (const std::string note = match_note(file); !note.empty()) {
      page_.paragraph(note);
    }
    if (file.old_source) {
      page_.source_of(*file.old_source, file.old_name.value_or(file.name), "old ");
    }
    if (file.new_source) {
      page_.source_of(*file.new_source, file.name, "new ");
    }
    if (const std::string_view note = pairing_note(file.paired); !note.empty()) {
      page_.paragraph(note);
    }
    if (!write_lines(file)) {
      return false;
    }
    page_.end_file();
    return page_.drain();
  }

  void append_heads(const std::vector<TableColumn>& columns) {
    for (const TableColumn& column : columns) {
      page_.head(column.head);
    }
  }

  bool write_lines(const DiffAnnotatedFile& file) {
    JumpMargin margin(file);
    page_.begin_table();
    append_heads(table_.columns());
    if (margin.width() != 0) {
      page_.head("jumps");
    }
    page_.head("old line");
    page_.head("new line");
    page_.head("");
    page_.head("source", true);
    page_.begin_rows();
    const bool is_wanted = file.each_line([&](const DiffSourceLine& at) {
      append_fold(margin, at.left_out);
      append_line(file, at, margin);
      return page_.drain();
    });
    append_fold(margin, file.left_out_behind());
    page_.end_table();
    return is_wanted;
  }

  void append_margin(const JumpMargin& margin, const std::string& arrows) {
    if (margin.width() != 0) {
      text() += fmt::format("<td class=\"j\" aria-hidden=\"true\">{}</td>", escaped(arrows));
    }
  }

  void append_fold(const JumpMargin& margin, uint64_t lines) {
    if (lines != 0) {
      append_below(margin, "f", "... " + counted(lines, "line"));
    }
  }

  /// A row that belongs to no line of its own.
  void append_below(const JumpMargin& margin, std::string_view kind, std::string_view words) {
    constexpr size_t kPlaces = 3;  // both numbers and the mark
    if (margin.width() == 0) {
      text() += fmt::format("<tr><td colspan=\"{}\"></td>", table_.columns().size() + kPlaces);
    } else {
      text() += table_.columns().empty()
                    ? "<tr>"
                    : fmt::format("<tr><td colspan=\"{}\"></td>", table_.columns().size());
      append_margin(margin, margin.below());
      text() += fmt::format("<td colspan=\"{}\"></td>", kPlaces);
    }
    text() += fmt::format("<td class=\"t {}\">{}</td></tr>\n", kind, escaped(words));
  }

  /// More is one color and less another in the column that leads, beside their signs.
  [[nodiscard]] std::string_view kind_of(size_t column, const DiffLine& line) const {
    const size_t leading = answer_.selection().sort_column;
    const std::vector<Amount>& changes = ranked_costs(line.change);
    const bool leads = column == leading_column(answer_) && leading < changes.size();
    const int128 change = leads ? lower_of(changes[leading]) : 0;
    return change > 0 ? "n m" : change < 0 ? "n s" : "n";
  }

  void append_line(const DiffAnnotatedFile& file, const DiffSourceLine& at, JumpMargin& margin) {
    const auto& [pair, line, left_out, position] = at;
    const bool is_unknown = pair == PairedLine();
    text() += "<tr>";
    static const DiffLine kNothing;
    const DiffLine& told = line != nullptr ? *line : kNothing;
    const std::vector<std::string> cells = table_.cells(told);
    for (size_t column = 0; column < cells.size(); ++column) {
      text() += fmt::format("<td class=\"{}\">{}</td>", kind_of(column, told),
                            cells[column] == "." ? "" : escaped(cells[column]));
    }
    append_margin(margin, margin.line(position));
    for (const uint64_t number : {pair.old_line, pair.new_line}) {
      text() += fmt::format("<td class=\"l\">{}</td>", is_unknown    ? "?"
                                                       : number == 0 ? std::string()
                                                                     : std::to_string(number));
    }
    text() += fmt::format("<td class=\"l\">{}</td>", pair_mark(pair));
    const bool is_noise = line != nullptr && line->is_noise;
    const bool is_beyond = file.is_beyond_end(line);
    text() += fmt::format("<td class=\"t{}\">{}{}</td></tr>\n", is_unknown || is_beyond ? " f" : "",
                          is_unknown  ? std::string(kUnknownLineText)
                          : is_beyond ? std::string(kBeyondEndText)
                                      : escaped(source_text(file.text(pair))),
                          is_noise ? "  &lt;noise&gt;" : "");
    if (const std::optional<std::string_view> was = file.old_text(pair)) {
      append_below(margin, "f", "was: " + source_text(*was));
    }
    if (line != nullptr) {
      append_calls(margin, *line);
      for (const DiffJump& jump : listed_jumps(*line, answer_.request())) {
        append_below(margin, "g", jump_change_text(jump, line->place, style_));
      }
    }
  }

  void append_calls(const JumpMargin& margin, const DiffLine& line) {
    for (const DiffCallRow& call : listed_calls(line, answer_.request())) {
      append_below(margin, "c",
                   fmt::format("→ {}{}  {}", shown_name(call.callee.name, style_),
                               inlined_mark(call), call_change_phrase(call, answer_.selection())));
    }
    if (const std::string more = calls_not_listed(line, answer_.request()); !more.empty()) {
      append_below(margin, "c", more);
    }
  }

  void append_account(const RowTable<ChangeLine>& columns, const std::vector<Amount>& was,
                      const std::vector<Amount>& is, std::string_view words) {
    const DiffSide old_side = side_of_self(was);
    const DiffSide new_side = side_of_self(is);
    text() += "<tr>";
    for (const std::string& cell :
         columns.cells({old_side, new_side, change_between(old_side, new_side)})) {
      text() += fmt::format("<td class=\"n\">{}</td>", escaped(cell));
    }
    text() += fmt::format("<td class=\"t\">{}</td></tr>\n", escaped(words));
  }

  void write_accounting() {
    text() += "<h2>Where the changes are</h2>\n";
    const RowTable<ChangeLine> columns = account_columns(answer_, style_);
    page_.begin_table();
    append_heads(columns.columns());
    page_.head("where", true);
    page_.begin_rows();
    for (const DiffAccountedCost& account : answer_.accounting()) {
      append_account(columns, account.old_self, account.new_self, account_words(account, answer_));
    }
    append_account(columns, answer_.totals(Version::kOld), answer_.totals(Version::kNew), "total");
    page_.end_table();
  }

  const DiffAnnotation& answer_;
  const Style& style_;
  SourcePage page_;
  RowTable<DiffLine> table_;
};

}  // namespace

void render_html(const DiffAnnotation& answer, const Style& style, ByteSink& out) {
  DiffSourcePage(answer, style, out).write();
}

}  // namespace quern
