// SPDX-License-Identifier: MIT
//
// Cells of CSV (RFC 4180, with LF) and TSV. A row is always one line: control characters, including
// tabs and line ends, and bytes that are not UTF-8 become `\xHH` (escaped_controls()). CSV quotes
// cells with commas, quotes or outer blanks.
#pragma once

#include <string>
#include <string_view>

namespace quern {

struct CellRules {
  char separator = ',';  ///< or a tab
  /// Put an apostrophe before text that a spreadsheet would run as a formula, so that it stays
  /// text. Numbers stay numbers.
  bool for_spreadsheets = false;
};

void append_cell(std::string& out, const CellRules& rules, std::string_view text);

}  // namespace quern
