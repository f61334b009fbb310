// SPDX-License-Identifier: MIT
//
// A line of a POSIX shell up to the cursor, as its words, and candidates written so that they
// continue it. Bash replaces only a part of the word at the cursor: what follows the last of its
// word breaks, such as ':' and '=', or an open quote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quern::cli {

struct ShellLine {
  std::vector<std::string> words;  ///< without quotes; the program first
  size_t current = 0;              ///< index of the word at the cursor, which may be empty
  size_t replaced_from = 0;        ///< of that word: from this byte on the shell replaces it
  char quote = 0;                  ///< the quote that is open at the cursor, or 0
};

/// `breaks`: COMP_WORDBREAKS.
[[nodiscard]] ShellLine parse_shell_line(std::string_view before, std::string_view after,
                                         std::string_view breaks);

/// What replaces the end of the current word so that it becomes `value`, which begins like it.
[[nodiscard]] std::string replacement(const ShellLine& line, std::string_view value);

}  // namespace quern::cli
