// SPDX-License-Identifier: MIT
#include "quern/cli/help/page.h"

#include <algorithm>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/help/page_blocks.h"
#include "quern/cli/help/wrap.h"

namespace quern::cli {
namespace {

/// Blocks are parted by one empty line.
void begin_block(std::string& out) {
  if (!out.empty() && !out.ends_with("\n\n")) {
    out.push_back('\n');
  }
}

/// All cells but the last keep to one line; the last one wraps below itself.
void append_row(std::string& out, const std::vector<std::string>& row,
                const std::vector<size_t>& starts, size_t width) {
  std::string line;
  for (size_t column = 0; column < row.size(); ++column) {
    line.append(starts[column] - std::min(starts[column], columns(line)), ' ');
    if (column + 1 == row.size()) {
      append_wrapped(line, plain_text(row[column]), starts[column],
                     std::max(width, starts[column] + 20));
    } else {
      line.append(plain_text(row[column]));
    }
  }
  out.append(line);
}

void append_block(std::string& out, const Block& block, size_t width) {
  if (!block.goes_on) {
    begin_block(out);
  }
  switch (block.kind) {
    case BlockKind::kHeading:
      out.append(plain_text(block.text)).push_back('\n');
      break;
    case BlockKind::kText:
      append_wrapped(out, plain_text(block.text), 2, width);
      break;
    case BlockKind::kItem:
      out.append("  - ");
      append_wrapped(out, plain_text(block.text), 4, width);
      break;
    case BlockKind::kCode:
      for (const std::string& line : block.lines) {
        out.append(line.empty() ? "" : "    ").append(line).push_back('\n');
      }
      break;
    case BlockKind::kTable:
      append_table(out, block, 4, width);
      break;
  }
}

}  // namespace

void append_table(std::string& out, const Block& table, size_t indent, size_t width) {
  std::vector<size_t> starts = {indent};
  size_t count = 0;
  for (const std::vector<std::string>& row : table.rows) {
    count = std::max(count, row.size());
  }
  for (size_t column = 0; column + 1 < count; ++column) {
    size_t widest = 0;
    for (const std::vector<std::string>& row : table.rows) {
      widest = std::max(widest, column < row.size() ? columns(plain_text(row[column])) : 0);
    }
    starts.push_back(starts.back() + widest + 2);
  }
  for (const std::vector<std::string>& row : table.rows) {
    append_row(out, row, starts, width);
  }
}

std::string render_page(std::string_view markdown, size_t width) {
  std::string out;
  for (const Block& block : parse_page(markdown)) {
    append_block(out, block, width);
  }
  return out;
}

std::string_view page_title(std::string_view markdown) {
  while (!markdown.empty()) {
    const size_t end = std::min(markdown.find('\n'), markdown.size());
    const std::string_view line = markdown.substr(0, end);
    if (line.starts_with("# ")) {
      return trim(line.substr(2));
    }
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
  }
  return {};
}

}  // namespace quern::cli
