// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/input.h"
#include "quern/output/input/info_text.h"
#include "quern/output/render.h"
#include "quern/output/shared/paint.h"
#include "quern/output/text/diagnostic_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

/// "2 errors, 3 warnings".
std::string verdict_counts(const Check& check) {
  std::string text;
  if (check.errors != 0) {
    text = counted(check.errors, "error");
  }
  if (check.warnings != 0) {
    text += (text.empty() ? "" : ", ") + counted(check.warnings, "warning");
  }
  if (text.empty()) {
    text = check.findings.empty() ? "no findings" : "no errors, no warnings";
  }
  return text;
}

Diagnostic diagnostic_of(const CheckFinding& finding) {
  Diagnostic diagnostic;
  diagnostic.severity = finding.severity;
  diagnostic.code = finding.code;
  diagnostic.message = finding.message;
  diagnostic.hint = finding.hint;
  diagnostic.input = finding.input;
  diagnostic.place = finding.place;
  diagnostic.excerpt = finding.excerpt;
  return diagnostic;
}

}  // namespace

void render(const Check& check, const Info& info, const Style& style, ByteSink& out) {
  if (style.form == Form::kJson) {
    write_json(check, info, out);
    return;
  }
  if (style.form == Form::kText) {
    BufferedText stream(out);
    write_contents(info, style, stream);
    stream.text() += "\n";
  }
  render(check, style, out);
}

void write_text(const Check& check, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  std::string& text = stream.text();
  for (const CheckFinding& finding : check.findings) {
    text += diagnostic_text(diagnostic_of(finding), {.width = style.width, .color = style.color});
    if (!stream.drain()) {
      return;
    }
  }
  for (const CheckMore& more : check.more) {
    const std::string where =
        check.files.size() > 1 ? fmt::format(" in {}", printable(more.input)) : "";
    text += fmt::format("(and {} more [{}]{})\n", grouped(static_cast<int128>(more.not_listed)),
                        more.code, where);
  }
  const std::string_view verdict = check.is_sound ? "sound:" : "not sound:";
  text += fmt::format("{} {}\n",
                      painted(verdict, check.is_sound ? Paint::kGreen : Paint::kRed, style.color),
                      verdict_counts(check));
}

void write_text(std::span<const CodeInfo* const> codes, const Style& style, ByteSink& out) {
  Table table({{"code", TableColumn::Align::kLeft},
               {"severity", TableColumn::Align::kLeft},
               {"summary", TableColumn::Align::kLeft}},
              style.color);
  const auto cells = [](const CodeInfo& code) {
    return std::vector<std::string>{std::string(code.name), std::string(to_string(code.severity))};
  };
  for (const CodeInfo* const code : codes) {
    table.measure(cells(*code), {std::string(code->summary), {}, {}, {}});
  }
  BufferedText stream(out);
  table.head(stream.text());
  for (const CodeInfo* const code : codes) {
    table.line(stream.text(), cells(*code), {std::string(code->summary), {}, {}, {}});
  }
}

}  // namespace quern
