// SPDX-License-Identifier: MIT
#include "quern/cli/help/roff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "quern/base/text.h"
#include "quern/cli/help/page.h"
#include "quern/cli/help/page_blocks.h"

namespace quern::cli {
namespace {

constexpr size_t kTableWidth = 72;  // pages are 80 columns wide, with a margin of 7

/// "\[u2265]": the number of the character that stands in `bytes`, well-formed UTF-8.
std::string character(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes.front());
  uint32_t number = bytes.size() == 1 ? first : first & (0xFFU >> (bytes.size() + 1));
  for (const char c : bytes.substr(1)) {
    number = number << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  }
  return fmt::format("\\[u{:04X}]", number);
}

std::string_view escaped(char c) {
  switch (c) {
    case '\\':
      return "\\e";
    case '-':
      return "\\-";
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '~':
      return "\\(ti";
    case '^':
      return "\\(ha";
    case '"':
      return "\\(dq";
    default:
      return {};
  }
}

void append_lines(std::string& out, std::string_view text) {
  begin_roff_paragraph(out);
  out += ".nf\n";
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    out += roff(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out += ".fi\n";
}

void append_roff_block(std::string& out, const Block& block) {
  switch (block.kind) {
    case BlockKind::kHeading:
      if (block.level > 1) {
        out += fmt::format("{} {}\n", block.level == 2 ? ".SH" : ".SS", roff_spans(block.text));
      }
      break;
    case BlockKind::kText:
      begin_roff_paragraph(out);
      out += roff_spans(block.text) + "\n";
      break;
    case BlockKind::kItem:
      out += fmt::format(".IP \\(bu 3\n{}\n", roff_spans(block.text));
      break;
    case BlockKind::kCode: {
      std::string text;
      for (const std::string& line : block.lines) {
        text += line.empty() ? "\n" : "  " + line + "\n";
      }
      append_lines(out, text);
      break;
    }
    case BlockKind::kTable: {
      std::string text;
      append_table(text, block, 2, kTableWidth);
      append_lines(out, text);
      break;
    }
  }
}

}  // namespace

void begin_roff_paragraph(std::string& out) {
  const size_t line = out.rfind('\n', out.empty() ? 0 : out.size() - 2) + 1;
  const std::string_view last = std::string_view(out).substr(std::min(line, out.size()));
  if (!last.starts_with(".SH") && !last.starts_with(".SS")) {
    out += ".PP\n";
  }
}

std::string roff(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) {
    out = "\\&";
  }
  while (!text.empty()) {
    const size_t length = std::max(utf8_sequence(text), size_t{1});
    const std::string_view mark = escaped(text.front());
    out += length > 1      ? character(text.substr(0, length))
           : !mark.empty() ? std::string(mark)
                           : std::string(text.substr(0, 1));
    text.remove_prefix(length);
  }
  return out;
}

std::string roff_spans(std::string_view text) {
  std::string out;
  for (const Span& span : spans_of(text)) {
    out += span.kind == SpanKind::kPlain ? roff(span.text)
                                         : fmt::format("\\fB{}\\fR", roff(span.text));
  }
  return out;
}

void append_roff_blocks(std::string& out, std::string_view markdown) {
  for (const Block& block : parse_page(markdown)) {
    append_roff_block(out, block);
  }
}

}  // namespace quern::cli
