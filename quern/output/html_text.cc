// SPDX-License-Identifier: MIT
#include "quern/output/html_text.h"

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
    default:
      return "&#39;";
  }
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  for (;;) {
    const size_t at = text.find_first_of("&<>\"'");
    out.append(text.substr(0, at));
    if (at == std::string_view::npos) {
      return;
    }
    out.append(entity(text[at]));
    text.remove_prefix(at + 1);
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  append_escaped(out, text);
  return out;
}

}  // namespace quern
