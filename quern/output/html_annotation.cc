// SPDX-License-Identifier: MIT
//
// Annotated sources as one page that needs nothing else: no script, no font, no network. Files fold
// as <details>; colours follow the reader's light or dark scheme; costs are numbers beside their
// bars, so that no meaning is in colour alone.
#include <fmt/format.h>

#include <algorithm>

#include "quern/base/drained_text.h"
#include "quern/base/text.h"
#include "quern/output/amounts.h"
#include "quern/output/annotation_words.h"
#include "quern/output/html_text.h"
#include "quern/output/jump_margin.h"
#include "quern/output/row_text.h"

namespace quern {
namespace {

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="quern">
<style>
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #ffffff; --dim: #595959;
  --rule: #d0d0d0; --bar: #f5b78a; --call: #0b5c2b; --jump: #00506b; --warn: #9c1f00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #161616; --dim: #a6a6a6; --rule: #3c3c3c; --bar: #7a3d12;
    --call: #7fd69b; --jump: #7cc7e6; --warn: #ff9d7a; }
}
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  margin: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; display: inline; }
body > h2 { display: block; margin: 1.2rem 0 .4rem; }
summary { padding: .4rem 0; cursor: pointer; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font: 13px/1.2 ui-monospace, monospace; }
th { text-align: right; color: var(--dim); font-weight: normal; padding: 0 .6em;
  border-bottom: 1px solid var(--rule); white-space: nowrap; }
td { white-space: pre; padding: 0 .6em; vertical-align: top; }
td.n { text-align: right; }
td.heat { background: linear-gradient(to left, var(--bar) var(--p), transparent var(--p)); }
th.t, td.t { text-align: left; }
td.j { padding: 0; color: var(--jump); }
.l, .f { color: var(--dim); } .l { text-align: right; user-select: none; }
.c { color: var(--call); } .g { color: var(--jump); } .w { color: var(--warn); }
:target { outline: 2px solid var(--jump); }
</style>
)";

/// A column of numbers.
struct NumberColumn {
  size_t event = 0;
  bool is_percent = false;
};

class AnnotationPage {
 public:
  AnnotationPage(const Annotation& answer, const Style& style, ByteSink& out)
      : answer_(answer), style_(style), stream_(out) {
    const size_t leading = answer.selection().sort_column;
    const size_t events = answer.selection().columns.size();
    if (leading < events) {
      columns_ = {{leading, false}, {leading, true}};
    }
    for (size_t event = 0; event < events; ++event) {
      if (event != leading) {
        columns_.push_back({event, false});
      }
    }
  }

  void write() {
    const std::string title = page_title();
    text() += fmt::format("{}<title>{}</title>\n</head>\n<body>\n<h1>{}</h1>\n", kHead,
                          escaped(title), escaped(title));
    if (!columns_.empty()) {
      const size_t leading = answer_.selection().sort_column;
      append_paragraph(
          total_phrase(answer_.selection().columns[leading].event, answer_.totals()[leading]));
    }
    if (!answer_.selection().is_all_parts) {
      append_paragraph("some parts only");
    }
    for (size_t rank = 0; rank < answer_.shown(); ++rank) {
      if (!write_file(answer_.file(rank), rank)) {
        return;
      }
    }
    write_accounting();
    text() += "</body>\n</html>\n";
  }

 private:
  [[nodiscard]] std::string& text() { return stream_.text(); }

  void append_paragraph(std::string_view words, std::string_view kind = {}) {
    text() += kind.empty() ? "<p>" : fmt::format("<p class=\"{}\">", kind);
    append_escaped(text(), words);
    text() += "</p>\n";
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
    text() += fmt::format("<details{} id=\"file-{}\">\n<summary><h2>{}{}</h2> {}{}</summary>\n",
                          file.lists_lines ? " open" : "", rank + 1,
                          file.is_inlined ? "inlined from " : "", escaped(printable(file.name)),
                          escaped(costs_text(file.self, answer_)),
                          file.lists_lines ? "" : ", source not found");
    write_source(file);
    if (file.lists_lines && !write_lines(file, rank)) {
      return false;
    }
    text() += "</details>\n";
    return stream_.drain();
  }

  void write_source(const AnnotatedFile& file) {
    if (!file.source.is_found()) {
      append_paragraph("source not found; tried:", "w");
      text() += "<ul>\n";
      for (const TriedPath& tried : file.source.tried) {
        text() += fmt::format("<li>{} ({})</li>\n", escaped(printable(tried.path)),
                              escaped(tried.problem));
      }
      text() += "</ul>\n";
    } else if (file.source.path != file.name) {
      append_paragraph("source: " + printable(file.source.path));
    }
    if (file.source.is_newer) {
      append_paragraph(kNewerText, "w");
    }
  }

  void append_column_heads() {
    for (const NumberColumn& column : columns_) {
      text() += column.is_percent
                    ? "<th scope=\"col\">self %</th>"
                    : fmt::format(
                          "<th scope=\"col\">self {}</th>",
                          escaped(printable(answer_.selection().columns[column.event].event.name)));
    }
  }

  bool write_lines(const AnnotatedFile& file, size_t rank) {
    JumpMargin margin(file);
    text() += "<div class=\"scroll\"><table>\n<thead><tr>";
    append_column_heads();
    for (size_t ratio = 0; ratio < answer_.selection().ratios.size(); ++ratio) {
      text() += fmt::format("<th scope=\"col\">self {}</th>",
                            escaped(ratio_name(answer_.selection(), ratio)));
    }
    text() += margin.width() != 0 ? "<th scope=\"col\">jumps</th>" : "";
    text() +=
        "<th scope=\"col\">line</th><th scope=\"col\" class=\"t\">source</th></tr></thead>\n"
        "<tbody>\n";
    bool is_wanted = true;
    uint64_t before = 0;
    file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view source) {
      if (!is_wanted) {
        return;
      }
      append_fold(margin, file.folded(before, number));
      before = number;
      append_line(file, rank, number, line, source, margin);
      is_wanted = stream_.drain();
    });
    append_fold(margin, file.folded(before, file.source_lines + 1));
    text() += "</tbody></table></div>\n";
    if (const std::string further = further_lines_text(file, answer_); !further.empty()) {
      append_paragraph(further);
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

  void append_numbers(const AnnotatedLine* line) {
    for (const NumberColumn& column : columns_) {
      if (line == nullptr || !line->has_self) {
        text() += "<td class=\"n\"></td>";
        continue;
      }
      const int128 cost = line->self[column.event];
      const int128 total = answer_.totals()[column.event];
      const Event& event = answer_.selection().columns[column.event].event;
      text() += fmt::format(
          "<td class=\"n{}\"{}>{}</td>", column.is_percent ? " heat" : "",
          column.is_percent ? fmt::format(" style=\"--p:{:.2f}%\"", bar(cost, total)) : "",
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

  void append_account(std::span<const int128> costs, std::string_view words) {
    text() += "<tr>";
    for (const NumberColumn& column : columns_) {
      const int128 cost = costs[column.event];
      const Event& event = answer_.selection().columns[column.event].event;
      text() +=
          fmt::format("<td class=\"n\">{}</td>",
                      escaped(column.is_percent ? percent_text(cost, answer_.totals()[column.event])
                                                : cost_text(event, cost)));
    }
    text() += fmt::format("<td class=\"t\">{}</td></tr>\n", escaped(words));
  }

  void write_accounting() {
    text() += "<h2>Where all costs are</h2>\n<div class=\"scroll\"><table>\n<thead><tr>";
    append_column_heads();
    text() += "<th scope=\"col\" class=\"t\">where</th></tr></thead>\n<tbody>\n";
    for (const AccountedCost& account : answer_.accounting()) {
      append_account(account.self, account_text(account, answer_));
    }
    append_account(answer_.totals(), "total");
    text() += "</tbody></table></div>\n";
  }

  const Annotation& answer_;
  const Style& style_;
  DrainedText stream_;
  std::vector<NumberColumn> columns_;
};

}  // namespace

void render_html(const Annotation& answer, const Style& style, ByteSink& out) {
  AnnotationPage(answer, style, out).write();
}

}  // namespace quern
