// SPDX-License-Identifier: MIT
//
// Tables for programs and documents: CSV (RFC 4180, with LF), TSV and Markdown. Numbers are raw;
// rows are written as they come.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

struct FlatColumn {
  std::string name;
  bool is_number = false;
};

/// kSheet…: formulas are protected, for spreadsheets.
enum class FlatForm : uint8_t { kCsv, kTsv, kSheetCsv, kSheetTsv, kMarkdown };

/// CSV and TSV follow base/table_cell.h; Markdown's cells are markdown_text().
void append_flat_head(std::string& out, FlatForm form, std::span<const FlatColumn> columns);
void append_flat_row(std::string& out, FlatForm form, std::span<const std::string> cells);

/// A text as Markdown that shows it: printable, with what Markdown would take for its own escaped.
/// Words that GitHub or GitLab would link (`@name`, `#12`, `https://…`) become code.
[[nodiscard]] std::string markdown_text(std::string_view text);

}  // namespace quern
