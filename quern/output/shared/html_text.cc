// SPDX-License-Identifier: MIT
#include "quern/output/shared/html_text.h"

namespace quern {
namespace {

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\xEF':
      return "\xEF";
    default:
      return "&#39;";
  }
}

/// U+FFFE and U+FFFF, which no XML may hold.
bool is_no_character(std::string_view text) {
  return text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  for (;;) {
    const size_t at = text.find_first_of("&<>\"'\xEF");
    out.append(text.substr(0, at));
    if (at == std::string_view::npos) {
      return;
    }
    text.remove_prefix(at);
    if (is_no_character(text)) {
      out.append("\xEF\xBF\xBD");
      text.remove_prefix(3);
      continue;
    }
    out.append(entity(text.front()));
    text.remove_prefix(1);
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  append_escaped(out, text);
  return out;
}

}  // namespace quern
