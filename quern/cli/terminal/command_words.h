// SPDX-License-Identifier: MIT
//
// Command lines that the environment names: words of a plain one, or a shell's.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace quern::cli {

[[nodiscard]] inline std::vector<std::string> split_at_blanks(std::string_view command) {
  std::vector<std::string> words;
  size_t at = 0;
  while ((at = command.find_first_not_of(" \t", at)) != std::string_view::npos) {
    const size_t end = std::min(command.find_first_of(" \t", at), command.size());
    words.emplace_back(command.substr(at, end - at));
    at = end;
  }
  return words;
}

/// Whether it has signs that only a shell understands.
[[nodiscard]] inline bool needs_shell(std::string_view command) {
  return command.find_first_of("|&;<>()$`\\\"'\n*?[#~=%") != std::string_view::npos;
}

}  // namespace quern::cli
