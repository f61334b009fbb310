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

enum class FlatForm : uint8_t { kCsv, kTsv, kMarkdown };

/// What a field may hold differs: CSV quotes what needs it; TSV has a blank for each tab and line
/// end; Markdown makes texts printable and escapes all that it would take for its own.
void append_flat_head(std::string& out, FlatForm form, std::span<const FlatColumn> columns);
void append_flat_row(std::string& out, FlatForm form, std::span<const std::string> cells);

/// A text as a cell of a Markdown table shows it.
[[nodiscard]] std::string markdown_text(std::string_view text);

}  // namespace quern
