// SPDX-License-Identifier: MIT
//
// The little Markdown that the pages of docs/ keep to, as blocks: headings, paragraphs, fenced
// code, lists (one level), tables. Within text: `code` and **bold**. The terminal and manual pages
// are written from these blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quern::cli {

enum class BlockKind : uint8_t { kHeading, kText, kItem, kCode, kTable };

struct Block {
  BlockKind kind = BlockKind::kText;
  std::string text = {};                ///< of a heading, a paragraph or an item, on one line
  size_t level = 0;                     ///< of a heading: 1 is the title
  bool goes_on = false;                 ///< an item directly below another
  std::vector<std::string> lines = {};  ///< of code
  std::vector<std::vector<std::string>> rows = {};  ///< of a table: cells of text
};

[[nodiscard]] std::vector<Block> parse_page(std::string_view markdown);

enum class SpanKind : uint8_t { kPlain, kCode, kBold };

/// A piece of text, without the characters that mark it.
struct Span {
  SpanKind kind = SpanKind::kPlain;
  std::string text = {};
};

[[nodiscard]] std::vector<Span> spans_of(std::string_view text);

/// The text of all spans.
[[nodiscard]] std::string plain_text(std::string_view text);

}  // namespace quern::cli
