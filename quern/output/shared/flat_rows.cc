// SPDX-License-Identifier: MIT
#include "quern/output/shared/flat_rows.h"

#include <algorithm>

#include "quern/base/quoting/table_cell.h"
#include "quern/base/text.h"

namespace quern {
namespace {

/// `lower` is in lower case, `text` in any.
bool starts_with_word(std::string_view text, std::string_view lower) {
  const auto is_same = [](char a, char b) { return a == b || (is_letter(a) && (a | 0x20) == b); };
  return text.size() >= lower.size() &&
         std::ranges::equal(text.substr(0, lower.size()), lower, is_same);
}

/// Whether GitHub or GitLab would link the word, and perhaps notify someone: a mention or a mail
/// address, an issue or merge request, an address of the web. They look for these after Markdown's
/// own escapes are gone, so that only code is safe from them.
bool is_live(std::string_view word) {
  for (size_t at = 0; at < word.size(); ++at) {
    const std::string_view rest = word.substr(at);
    const bool is_reference =
        rest.size() > 1 && (rest[0] == '#' || rest[0] == '!') && is_digit(rest[1]);
    if (rest[0] == '@' || is_reference || rest.starts_with("://") ||
        starts_with_word(rest, "www.") || starts_with_word(rest, "gh-")) {
      return true;
    }
  }
  return false;
}

/// Between more backquotes than the word has in a row.
void append_code(std::string& out, std::string_view word) {
  size_t longest = 0, run = 0;
  for (const char c : word) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const std::string_view blank = longest != 0 ? " " : "";
  out.append(fence).append(blank).append(word).append(blank).append(fence);
}

void append_markdown(std::string& out, std::string_view word) {
  constexpr std::string_view kOwn = "\\`*_{}[]<>&~#$";
  for (const char c : word) {
    if (kOwn.find(c) != std::string_view::npos) {
      out.push_back('\\');
    }
    out.push_back(c);
  }
}

constexpr CellRules rules_of(FlatForm form) {
  const bool is_csv = form == FlatForm::kCsv || form == FlatForm::kSheetCsv;
  const bool is_for_sheets = form == FlatForm::kSheetCsv || form == FlatForm::kSheetTsv;
  return {.separator = is_csv ? ',' : '\t', .for_spreadsheets = is_for_sheets};
}

}  // namespace

std::string markdown_text(std::string_view text) {
  const std::string plain = printable(text);
  std::string out;
  // Blanks end a word; so do bars, which end cells even in code.
  for (size_t at = 0; at < plain.size();) {
    const size_t end = std::min(plain.find_first_of(" |", at), plain.size());
    const std::string_view word = std::string_view(plain).substr(at, end - at);
    if (is_live(word)) {
      append_code(out, word);
    } else {
      append_markdown(out, word);
    }
    if (end < plain.size()) {
      out.append(plain[end] == '|' ? "\\|" : " ");
    }
    at = end + 1;
  }
  return out;
}

void append_flat_row(std::string& out, FlatForm form, std::span<const std::string> cells) {
  const bool is_markdown = form == FlatForm::kMarkdown;
  size_t bytes = 0;
  for (const std::string& cell : cells) {
    bytes += cell.size() + 4;
  }
  out.reserve(out.size() + bytes);  // at once: a name may be as long as its file
  out.append(is_markdown ? "| " : "");
  for (size_t at = 0; at < cells.size(); ++at) {
    if (is_markdown) {
      out.append(at == 0 ? "" : " | ").append(markdown_text(cells[at]));
    } else {
      out.append(at == 0 ? 0 : 1, rules_of(form).separator);
      append_cell(out, rules_of(form), cells[at]);
    }
  }
  out.append(is_markdown ? " |\n" : "\n");
}

void append_flat_head(std::string& out, FlatForm form, std::span<const FlatColumn> columns) {
  std::vector<std::string> names;
  for (const FlatColumn& column : columns) {
    names.push_back(column.name);
  }
  append_flat_row(out, form, names);
  if (form == FlatForm::kMarkdown) {
    for (const FlatColumn& column : columns) {
      out.append(column.is_number ? "|---:" : "|---");
    }
    out.append("|\n");
  }
}

}  // namespace quern
