// SPDX-License-Identifier: MIT
#include "quern/base/quoting/shell_words.h"

#include <algorithm>

#include "quern/base/text.h"

namespace quern {

std::string single_quoted(std::string_view word) {
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out.append("'\\''");
    } else {
      out.push_back(c);
    }
  }
  out.push_back('\'');
  return out;
}

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kHarmless = "_-+=:,./@%";
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [&](char c) {
    return is_letter(c) || is_digit(c) || kHarmless.find(c) != std::string_view::npos;
  });
  return is_plain ? std::string(word) : single_quoted(word);
}

}  // namespace quern
