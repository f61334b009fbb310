// SPDX-License-Identifier: MIT
#include "quern/base/quoting/table_cell.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "quern/base/text.h"

namespace quern {
namespace {

/// What formulas begin with, also in the full width that Japanese spreadsheets accept. The
/// apostrophe is in the list so that readers can always remove one.
constexpr auto kFormulaStarts = std::to_array<std::string_view>(
    {"=", "+", "-", "@", "'", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"});

bool is_decimal_number(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr == end;
}

bool is_formula(std::string_view text) {
  const auto begins = [text](std::string_view start) { return text.starts_with(start); };
  return std::ranges::any_of(kFormulaStarts, begins) && !is_decimal_number(text);
}

/// Printable ASCII without a backslash: nothing to escape.
bool has_nothing_to_escape(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < '\x7F' && c != '\\'; });
}

bool needs_quotes(std::string_view text) {
  return text.find_first_of(",\"") != std::string_view::npos ||
         (!text.empty() && (text.front() == ' ' || text.back() == ' '));
}

}  // namespace

void append_cell(std::string& out, const CellRules& rules, std::string_view text) {
  const std::string escaped = has_nothing_to_escape(text) ? std::string() : escaped_controls(text);
  const std::string_view shown = escaped.empty() ? text : escaped;
  // TSV quotes nothing, but spreadsheets take a quote at the start of a cell for one.
  const bool would_be_read = is_formula(text) || (rules.separator != ',' && text.starts_with('"'));
  const std::string_view before = rules.for_spreadsheets && would_be_read ? "'" : "";
  if (rules.separator != ',' || !needs_quotes(shown)) {
    out.append(before).append(shown);
    return;
  }
  out.append("\"").append(before);
  for (const char c : shown) {
    out.append(c == '"' ? 2 : 1, c);
  }
  out.push_back('"');
}

}  // namespace quern
