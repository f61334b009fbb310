// SPDX-License-Identifier: MIT
#include "quern/cli/help/page.h"

#include <algorithm>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/help/wrap.h"

namespace quern::cli {
namespace {

/// Without the ticks around `code` and the backslash of an escaped bar.
std::string plain(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_escape = text.substr(at).starts_with("\\|");
    if (text[at] != '`' && !is_escape) {
      out.push_back(text[at]);
    }
  }
  return out;
}

std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  row.remove_prefix(1);
  size_t start = 0;
  for (size_t at = 0; at < row.size(); ++at) {
    if (row[at] == '|' && (at == 0 || row[at - 1] != '\\')) {
      cells.push_back(plain(trim(row.substr(start, at - start))));
      start = at + 1;
    }
  }
  return cells;
}

bool is_rule(std::string_view row) {
  return row.find_first_not_of("|-: ") == row.npos;
}

/// Turns one page into text, block by block.
class Page {
 public:
  explicit Page(size_t width) : width_(width) {}

  std::string render(std::string_view markdown) {
    while (!markdown.empty()) {
      add(take_line(markdown));
    }
    flush();
    return std::move(out_);
  }

 private:
  void add(std::string_view line) {
    if (line.starts_with("```")) {
      flush();
      begin_block();
      is_code_ = !is_code_;
    } else if (is_code_) {
      out_.append(line.empty() ? "" : "    ").append(line).push_back('\n');
    } else if (line.starts_with('#')) {
      flush();
      begin_block();
      out_.append(plain(trim(line.substr(line.find_first_not_of('#'))))).push_back('\n');
    } else if (line.starts_with('|')) {
      if (table_.empty()) {
        flush();
      }
      if (!is_rule(line)) {
        table_.push_back(cells_of(line));
      }
    } else if (trim(line).empty()) {
      flush();
      is_list_ = false;
    } else {
      add_text(line);
    }
  }

  void add_text(std::string_view line) {
    if (line.starts_with("- ")) {
      flush();
      is_item_ = true;
      line.remove_prefix(2);
    }
    if (!text_.empty()) {
      text_.push_back(' ');
    }
    text_.append(trim(line));
  }

  /// Blocks are parted by one empty line.
  void begin_block() {
    if (!out_.empty() && !out_.ends_with("\n\n")) {
      out_.push_back('\n');
    }
  }

  void flush() {
    if (!table_.empty()) {
      begin_block();
      append_table();
      table_.clear();
    }
    if (text_.empty()) {
      return;
    }
    if (!is_item_ || !is_list_) {
      begin_block();
    }
    if (is_item_) {
      out_.append("  - ");
    }
    append_wrapped(out_, plain(text_), is_item_ ? 4 : 2, width_);
    is_list_ = is_item_;
    is_item_ = false;
    text_.clear();
  }

  void append_table() {
    std::vector<size_t> starts = {4};
    const size_t count =
        std::ranges::max(table_, {}, [](const auto& row) { return row.size(); }).size();
    for (size_t column = 0; column + 1 < count; ++column) {
      size_t widest = 0;
      for (const std::vector<std::string>& row : table_) {
        widest = std::max(widest, column < row.size() ? columns(row[column]) : 0);
      }
      starts.push_back(starts.back() + widest + 2);
    }
    for (const std::vector<std::string>& row : table_) {
      append_row(row, starts);
    }
  }

  /// All cells but the last keep to one line; the last one wraps below itself.
  void append_row(const std::vector<std::string>& row, const std::vector<size_t>& starts) {
    std::string line;
    for (size_t column = 0; column < row.size(); ++column) {
      line.append(starts[column] - std::min(starts[column], columns(line)), ' ');
      if (column + 1 == row.size()) {
        append_wrapped(line, row[column], starts[column], std::max(width_, starts[column] + 20));
      } else {
        line.append(row[column]);
      }
    }
    out_.append(line);
  }

  size_t width_;
  std::string out_;
  std::string text_;  ///< of the paragraph or list item that is open
  std::vector<std::vector<std::string>> table_;
  bool is_code_ = false;
  bool is_item_ = false;  ///< `text_` is a list item
  bool is_list_ = false;  ///< the block above is a list
};

}  // namespace

std::string render_page(std::string_view markdown, size_t width) {
  return Page(width).render(markdown);
}

std::string_view page_title(std::string_view markdown) {
  while (!markdown.empty()) {
    const std::string_view line = take_line(markdown);
    if (line.starts_with("# ")) {
      return trim(line.substr(2));
    }
  }
  return {};
}

}  // namespace quern::cli
