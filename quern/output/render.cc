// SPDX-License-Identifier: MIT
#include "quern/output/render.h"

#include <algorithm>
#include <array>

#include "quern/base/buffered_text.h"
#include "quern/output/shared/incomplete_words.h"
#include "quern/output/shared/paint.h"

namespace quern {
namespace {

constexpr std::array<std::string_view, 5> kFormWords = {"text", "json", "csv", "tsv", "md"};

}  // namespace

std::span<const std::string_view> form_words() {
  return kFormWords;
}

std::optional<Form> parse_form(std::string_view word) {
  const auto* const found = std::ranges::find(kFormWords, word);
  if (found == kFormWords.end()) {
    return std::nullopt;
  }
  return static_cast<Form>(found - kFormWords.begin());
}

FlatForm flat_form(const Style& style) {
  switch (style.form) {
    case Form::kCsv:
      return style.for_spreadsheets ? FlatForm::kSheetCsv : FlatForm::kCsv;
    case Form::kTsv:
      return style.for_spreadsheets ? FlatForm::kSheetTsv : FlatForm::kTsv;
    default:
      return FlatForm::kMarkdown;
  }
}

void append_rest(std::string_view lines, ByteSink& out) {
  BufferedText stream(out);
  for (size_t end = lines.find('\n'); end != std::string_view::npos; end = lines.find('\n')) {
    stream.text() += "\n" + markdown_text(lines.substr(0, end)) + "\n";
    lines.remove_prefix(end + 1);
  }
}

void render_completeness(const Completeness& completeness, const Style& style, ByteSink& out) {
  const bool is_text = style.form == Form::kText;
  if (!is_text && style.form != Form::kMarkdown) {
    return;
  }
  BufferedText stream(out);
  for (const std::string& line : incomplete_lines(completeness)) {
    stream.text() += is_text
                         ? painted("incomplete:", Paint::kMagenta, style.color) + " " + line + "\n"
                         : "> **Incomplete:** " + markdown_text(line) + "\n\n";
  }
}

}  // namespace quern
