// SPDX-License-Identifier: MIT
#include "quern/cli/help/wrap.h"

#include <algorithm>

namespace quern::cli {
namespace {

std::string_view last_line(std::string_view text) {
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

size_t columns(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void append_wrapped(std::string& out, std::string_view text, size_t indent, size_t width) {
  size_t at = columns(last_line(out));
  bool is_fresh = true;  // nothing of `text` stands on this line yet
  const auto go_to = [&](size_t column) {
    if (at < column) {
      out.append(column - at, ' ');
      at = column;
    }
  };
  while (!text.empty()) {
    const size_t start = text.find_first_not_of(" \n");
    if (start == std::string_view::npos) {
      break;
    }
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    if (!is_fresh && at + 1 + columns(word) > width) {
      out.push_back('\n');
      at = 0;
      is_fresh = true;
    }
    go_to(is_fresh ? indent : at + 1);
    out.append(word);
    at += columns(word);
    is_fresh = false;
  }
  out.push_back('\n');
}

void append_item(std::string& out, std::string_view label, std::string_view text, size_t indent,
                 size_t width) {
  out.append(label);
  if (columns(last_line(out)) + 2 > indent) {
    out.push_back('\n');
  }
  append_wrapped(out, text, indent, width);
}

void append_paragraphs(std::string& out, std::string_view text, size_t indent, size_t width) {
  while (!text.empty()) {
    const size_t end = std::min(text.find("\n\n"), text.size());
    append_wrapped(out, text.substr(0, end), indent, width);
    text.remove_prefix(std::min(end + 2, text.size()));
    if (!text.empty()) {
      out.push_back('\n');
    }
  }
}

}  // namespace quern::cli
