// SPDX-License-Identifier: MIT
#include "quern/cli/shell_words.h"

#include <algorithm>

#include "quern/base/text.h"

namespace quern::cli {

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kHarmless = "_-+=:,./@%";
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [&](char c) {
    return is_letter(c) || is_digit(c) || kHarmless.find(c) != std::string_view::npos;
  });
  if (is_plain) {
    return std::string(word);
  }
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

}  // namespace quern::cli
