// SPDX-License-Identifier: MIT
//
// Annotated sources as one page that needs nothing else (source_page.h); costs are numbers beside
// their bars.
#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/html/source_page.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/html_text.h"
#include "quern/output/shared/jump_margin.h"
#include "quern/output/text/annotation_words.h"
#include "quern/output/text/head.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

/// Which costs of a line.
enum class LineCost : uint8_t { kSelf, kWithInlined, kWithCalls };

/// A column of numbers.
struct HtmlNumberColumn {
  size_t event = 0;
  bool is_percent = false;
  LineCost cost = LineCost::kSelf;
};

std::string_view head_of(LineCost cost) {
  return cost == LineCost::kSelf          ? "self"
         : cost == LineCost::kWithInlined ? "with inlined"
                                          : "with calls";
}

class AnnotationPage {
 public:
  AnnotationPage(const Annotation& answer, const Style& style, ByteSink& out)
      : answer_(answer), style_(style), page_(out) {
    const size_t leading = answer.selection().sort_column;
    const size_t events = answer.selection().columns.size();
    if (leading < events) {
      add_columns(leading);
    }
    for (size_t event = 0; event < events; ++event) {
      if (event != leading) {
        add_columns(event);
      }
    }
  }

  void write() {
    const std::string title = page_title();
    page_.begin(title, answer_.selection().completeness);
    if (!columns_.empty()) {
      const size_t leading = answer_.selection().sort_column;
      page_.paragraph(
          in_total(answer_.selection().columns[leading].event, answer_.totals()[leading]));
    }
    std::vector<std::string> scope;
    add_scope(scope, answer_.selection());
    for (const std::string& words : scope) {
      page_.paragraph(words);
    }
    for (size_t rank = 0; rank < answer_.shown(); ++rank) {
      if (!write_file(answer_.file(rank), rank)) {
        return;
      }
    }
    write_accounting();
    page_.end();
  }

 private:
  [[nodiscard]] std::string& text() { return page_.text(); }

  void add_columns(size_t event) {
    for (const LineCost cost : {LineCost::kSelf, LineCost::kWithInlined, LineCost::kWithCalls}) {
      if ((cost == LineCost::kWithInlined && !answer_.knows_inlined()) ||
          (cost == LineCost::kWithCalls && !answer_.has_calls())) {
        continue;
      }
      for (const bool is_percent : {false, true}) {
        columns_.push_back({event, is_percent, cost});
      }
    }
  }

  [[nodiscard]] std::string page_title() const {
    const std::string target = shown_name(answer_.target().name, style_);
    switch (answer_.kind()) {
      case TargetKind::kAll:
        return "Annotated source";
      case TargetKind::kLine:
        return fmt::format("Annotated source: {}:{}", target, answer_.target_line());
      default:
        return fmt::format("Annotated source: {}", target);
    }
  }

  bool write_file(const AnnotatedFile& file, size_t rank) {
    page_.begin_file(rank, file.lists_lines,
                     (file.is_inlined ? "inlined from " : "") + printable(file.name),
                     costs_text(answer_.counts_outermost() ? file.outermost : file.self, answer_) +
                         (file.lists_lines ? "" : ", source not found"));
    page_.source_of(file.source, file.name, "");
    if (file.lists_lines && !write_lines(file, rank)) {
      return false;
    }
    page_.end_file();
    return page_.drain();
  }

  void append_column_heads(bool of_lines) {
    for (const HtmlNumberColumn& column : columns_) {
      if (column.cost != LineCost::kSelf && !of_lines) {
        continue;
      }
      const bool is_leading = column.event == answer_.selection().sort_column;
      const std::string_view kind = head_of(column.cost);
      const Event& event = answer_.selection().columns[column.event].event;
      page_.head(!column.is_percent ? fmt::format("{} {}", kind, event_text(event))
                 : is_leading       ? fmt::format("{} %", kind)
                                    : "%");
    }
  }

  bool write_lines(const AnnotatedFile& file, size_t rank) {
    JumpMargin margin(file);
    page_.begin_table();
    append_column_heads(true);
    for (size_t ratio = 0; ratio < answer_.selection().ratios.size(); ++ratio) {
      page_.head("self " + ratio_name(answer_.selection(), ratio));
    }
    if (margin.width() != 0) {
      page_.head("jumps");
    }
    page_.head("line");
    page_.head("source", true);
    page_.begin_rows();
    bool is_wanted = true;
    uint64_t before = 0;
    file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view source) {
      if (!is_wanted) {
        return;
      }
      append_fold(margin, file.folded(before, number));
      before = number;
      append_line(file, rank, number, line, source, margin);
      is_wanted = page_.drain();
    });
    append_fold(margin, file.folded(before, file.source_lines + 1));
    page_.end_table();
    if (const std::string further = further_lines_text(file, answer_); !further.empty()) {
      page_.paragraph(further);
    }
    return is_wanted;
  }

  void append_fold(const JumpMargin& margin, uint64_t lines) {
    if (lines != 0) {
      append_below(margin, "f", "... " + counted(lines, "line"));
    }
  }

  void append_margin(const JumpMargin& margin, const std::string& arrows) {
    if (margin.width() != 0) {
      text() += fmt::format("<td class=\"j\" aria-hidden=\"true\">{}</td>", escaped(arrows));
    }
  }

  /// A row that belongs to no line of its own.
  void append_below(const JumpMargin& margin, std::string_view kind, std::string_view words) {
    text() += fmt::format("<tr>{}",
                          numbers() == 0 ? "" : fmt::format("<td colspan=\"{}\"></td>", numbers()));
    append_margin(margin, margin.below());
    text() += fmt::format("<td></td><td class=\"t {}\">{}</td></tr>\n", kind, escaped(words));
  }

  /// Columns of numbers in front of lines.
  [[nodiscard]] size_t numbers() const {
    return columns_.size() + answer_.selection().ratios.size();
  }

  void append_ratios(const AnnotatedLine* line) {
    for (size_t ratio = 0; ratio < answer_.selection().ratios.size(); ++ratio) {
      const bool has_one = line != nullptr && line->has_self;
      text() += fmt::format("<td class=\"n\">{}</td>",
                            has_one ? escaped(ratio_text(line->self_ratios[ratio])) : "");
    }
  }

  /// By column; empty where the line has none.
  static std::span<const Amount> costs_of(const AnnotatedLine* line, LineCost cost) {
    if (line == nullptr || (cost == LineCost::kSelf && !line->has_self)) {
      return {};
    }
    return cost == LineCost::kSelf          ? line->self
           : cost == LineCost::kWithInlined ? line->with_inlined
                                            : line->with_calls;
  }

  void append_numbers(const AnnotatedLine* line) {
    for (const HtmlNumberColumn& column : columns_) {
      const std::span<const Amount> costs = costs_of(line, column.cost);
      if (costs.empty()) {
        text() += "<td class=\"n\"></td>";
        continue;
      }
      const Amount& cost = costs[column.event];
      const Amount& total = answer_.totals()[column.event];
      const Event& event = answer_.selection().columns[column.event].event;
      text() += fmt::format(
          "<td class=\"n{}\"{}>{}</td>", column.is_percent ? " heat" : "",
          column.is_percent
              ? fmt::format(" style=\"--p:{:.2f}%\"", bar(lower_of(cost), lower_of(total)))
              : "",
          escaped(column.is_percent ? percent_text(cost, total) : cost_text(event, cost)));
    }
  }

  /// How much of a cell its bar fills, in percent.
  [[nodiscard]] static double bar(int128 cost, int128 total) {
    const double share = total == 0 ? 0 : 100 * to_double(cost) / to_double(total);
    return std::clamp(share, 0.0, 100.0);
  }

  void append_line(const AnnotatedFile& file, size_t rank, uint64_t number,
                   const AnnotatedLine* line, std::string_view source, JumpMargin& margin) {
    text() += number == 0 ? "<tr>" : fmt::format("<tr id=\"l{}-{}\">", rank + 1, number);
    append_numbers(line);
    append_ratios(line);
    append_margin(margin, margin.line(number));
    text() += fmt::format("<td class=\"l\">{}</td>", number == 0 ? "?" : std::to_string(number));
    if (number == 0) {
      text() += fmt::format("<td class=\"t f\">{}</td></tr>\n", kUnknownLineText);
    } else if (line != nullptr && line->is_beyond_end) {
      text() += fmt::format("<td class=\"t f\">{}</td></tr>\n", kBeyondEndText);
    } else {
      text() += fmt::format("<td class=\"t\">{}</td></tr>\n",
                            file.source.is_found() ? escaped(source_text(source)) : "");
    }
    if (line == nullptr) {
      return;
    }
    for (const AnnotatedInstruction& instruction : line->instructions) {
      append_below(margin, "c", instruction_text(instruction, answer_, style_));
    }
    for (const std::string& inlined : inlined_texts(*line, answer_, style_)) {
      append_below(margin, "c", inlined);
    }
    for (const AnnotatedCall& call : line->calls) {
      append_below(margin, "c", call_text(call, answer_, style_));
    }
    if (line->more_callees != 0) {
      append_below(margin, "c", more_calls_text(*line, answer_));
    }
    for (const AnnotatedJump& jump : line->jumps) {
      append_below(margin, "g", jump_text(jump, number, style_));
    }
  }

  void append_account(std::span<const Amount> costs, std::string_view words) {
    text() += "<tr>";
    for (const HtmlNumberColumn& column : columns_) {
      if (column.cost != LineCost::kSelf) {
        continue;
      }
      const Amount& cost = costs[column.event];
      const Event& event = answer_.selection().columns[column.event].event;
      text() +=
          fmt::format("<td class=\"n\">{}</td>",
                      escaped(column.is_percent ? percent_text(cost, answer_.totals()[column.event])
                                                : cost_text(event, cost)));
    }
    text() += fmt::format("<td class=\"t\">{}</td></tr>\n", escaped(words));
  }

  void write_accounting() {
    text() += "<h2>Where the costs are</h2>\n";
    page_.begin_table();
    append_column_heads(false);
    page_.head("where", true);
    page_.begin_rows();
    for (const AccountedCost& account : answer_.accounting()) {
      append_account(account.self, account_text(account, answer_));
    }
    append_account(answer_.totals(), "total");
    page_.end_table();
    if (const std::string note = estimate_note(answer_.selection()); !note.empty()) {
      page_.paragraph(note);
    }
    if (const std::string hint = refused_text(answer_.folder_to_propose()); !hint.empty()) {
      page_.paragraph(hint);
    }
  }

  const Annotation& answer_;
  const Style& style_;
  SourcePage page_;
  std::vector<HtmlNumberColumn> columns_;
};

}  // namespace

void render_html(const Annotation& answer, const Style& style, ByteSink& out) {
  AnnotationPage(answer, style, out).write();
}

}  // namespace quern
