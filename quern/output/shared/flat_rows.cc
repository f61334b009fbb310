// SPDX-License-Identifier: MIT
#include "quern/output/shared/flat_rows.h"

#include "quern/base/text.h"

namespace quern {
namespace {

void append_csv(std::string& out, std::string_view text) {
  const bool is_plain = text.find_first_of(",\"\r\n") == std::string_view::npos &&
                        (text.empty() || (!is_blank(text.front()) && !is_blank(text.back())));
  if (is_plain) {
    out.append(text);
    return;
  }
  out.push_back('"');
  for (const char c : text) {
    out.append(c == '"' ? 2 : 1, c);
  }
  out.push_back('"');
}

void append_tsv(std::string& out, std::string_view text) {
  for (const char c : text) {
    out.push_back(c == '\t' || c == '\n' || c == '\r' ? ' ' : c);
  }
}

void append_cell(std::string& out, FlatForm form, std::string_view text) {
  if (form == FlatForm::kMarkdown) {
    out.append(markdown_text(text));
    return;
  }
  const std::string repaired = is_utf8(text) ? std::string() : to_utf8(text);
  const std::string_view utf8 = repaired.empty() ? text : repaired;
  if (form == FlatForm::kCsv) {
    append_csv(out, utf8);
  } else {
    append_tsv(out, utf8);
  }
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kOwn = "\\`*_{}[]<>|&~#$";
  std::string out;
  for (const char c : printable(text)) {
    if (kOwn.find(c) != std::string_view::npos) {
      out.push_back('\\');
    }
    out.push_back(c);
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
  const std::string_view between = is_markdown ? " | " : form == FlatForm::kCsv ? "," : "\t";
  out.append(is_markdown ? "| " : "");
  for (size_t at = 0; at < cells.size(); ++at) {
    out.append(at == 0 ? "" : between);
    append_cell(out, form, cells[at]);
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
