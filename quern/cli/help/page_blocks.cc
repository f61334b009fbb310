// SPDX-License-Identifier: MIT
#include "quern/cli/help/page_blocks.h"

#include <algorithm>
#include <utility>

#include "quern/base/text.h"

namespace quern::cli {
namespace {

std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  row.remove_prefix(1);
  size_t start = 0;
  for (size_t at = 0; at < row.size(); ++at) {
    if (row[at] == '|' && (at == 0 || row[at - 1] != '\\')) {
      cells.emplace_back(trim(row.substr(start, at - start)));
      start = at + 1;
    }
  }
  return cells;
}

bool is_rule(std::string_view row) {
  return row.find_first_not_of("|-: ") == std::string_view::npos;
}

class BlockReader {
 public:
  std::vector<Block> read(std::string_view markdown) && {
    while (!markdown.empty()) {
      const size_t end = std::min(markdown.find('\n'), markdown.size());
      add(markdown.substr(0, end));
      markdown.remove_prefix(std::min(end + 1, markdown.size()));
    }
    close();
    return std::move(blocks_);
  }

 private:
  void add(std::string_view line) {
    if (line.starts_with("```")) {
      const bool is_end = is_open(BlockKind::kCode);
      close();
      if (!is_end) {
        open_ = {.kind = BlockKind::kCode};
        has_open_ = true;
      }
    } else if (is_open(BlockKind::kCode)) {
      open_.lines.emplace_back(line);
    } else if (line.starts_with('#')) {
      close();
      const size_t level = std::min(line.find_first_not_of('#'), line.size());
      blocks_.push_back({.kind = BlockKind::kHeading,
                         .text = std::string(trim(line.substr(level))),
                         .level = level});
    } else if (line.starts_with('|')) {
      add_row(line);
    } else if (trim(line).empty()) {
      close();
      is_list_ = false;
    } else {
      add_text(line);
    }
  }

  void add_row(std::string_view line) {
    if (!is_open(BlockKind::kTable)) {
      close();
      open_ = {.kind = BlockKind::kTable};
      has_open_ = true;
    }
    if (!is_rule(line)) {
      open_.rows.push_back(cells_of(line));
    }
  }

  void add_text(std::string_view line) {
    const bool is_item = line.starts_with("- ");
    if (is_item || is_open(BlockKind::kTable)) {
      close();
    }
    if (!has_open_) {
      open_ = {.kind = is_item ? BlockKind::kItem : BlockKind::kText,
               .goes_on = is_item && is_list_};
      has_open_ = true;
    }
    open_.text += open_.text.empty() ? "" : " ";
    open_.text += trim(is_item ? line.substr(2) : line);
  }

  [[nodiscard]] bool is_open(BlockKind kind) const { return has_open_ && open_.kind == kind; }

  void close() {
    if (has_open_) {
      is_list_ = open_.kind == BlockKind::kItem;
      blocks_.push_back(std::move(open_));
    }
    has_open_ = false;
  }

  std::vector<Block> blocks_;
  Block open_;
  bool has_open_ = false;
  bool is_list_ = false;  ///< the block above is an item, without an empty line behind it
};

}  // namespace

std::vector<Block> parse_page(std::string_view markdown) {
  return BlockReader().read(markdown);
}

std::vector<Span> spans_of(std::string_view text) {
  std::vector<Span> spans(1);
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_code = spans.back().kind == SpanKind::kCode;
    const bool is_bold_mark = !is_code && text.substr(at).starts_with("**");
    if (text[at] == '`' || is_bold_mark) {
      const SpanKind kind = is_bold_mark ? SpanKind::kBold : SpanKind::kCode;
      spans.push_back({.kind = spans.back().kind == kind ? SpanKind::kPlain : kind});
      at += is_bold_mark ? size_t{1} : size_t{0};
    } else if (!text.substr(at).starts_with("\\|")) {  // the backslash of a bar in a table
      spans.back().text.push_back(text[at]);
    }
  }
  std::erase_if(spans, [](const Span& span) { return span.text.empty(); });
  return spans;
}

std::string plain_text(std::string_view text) {
  std::string out;
  for (const Span& span : spans_of(text)) {
    out += span.text;
  }
  return out;
}

}  // namespace quern::cli
