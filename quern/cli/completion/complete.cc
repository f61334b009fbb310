// SPDX-License-Identifier: MIT
#include "quern/cli/completion/complete.h"

#include <optional>

#include "quern/base/text.h"
#include "quern/cli/completion/candidates.h"
#include "quern/cli/completion/shell_line.h"

namespace quern::cli {
namespace {

/// The line that says what follows.
std::string kind_of(const Candidates& found, bool is_described) {
  std::string kind = "words";
  kind += is_described ? " described" : "";
  kind += found.are_beginnings ? " beginnings" : "";
  kind += found.files ? " files" : "";
  kind += found.behind_equals ? " equals" : "";
  return kind + "\n";
}

std::string answer_for_bash(std::span<const std::string> words) {
  const ShellLine line = parse_shell_line(words[0], words[1], words[2]);
  if (line.current == 0) {
    return {};
  }
  const Candidates found =
      candidates(std::span<const std::string>(line.words).subspan(1), line.current - 1);
  std::string answer = kind_of(found, false);
  for (const Candidate& word : found.words) {
    answer += replacement(line, word.value) + "\n";
  }
  return answer;
}

std::string answer_for_words(size_t current, std::span<const std::string> words) {
  const Candidates found = candidates(words, current);
  bool is_described = false;
  std::string lines;
  for (const Candidate& word : found.words) {
    lines += word.value;
    if (!word.meaning.empty()) {
      lines += "\t" + word.meaning;
      is_described = true;
    }
    lines += "\n";
  }
  return kind_of(found, is_described) + lines;
}

}  // namespace

std::string completion_answer(std::span<const std::string> words) {
  if (words.size() == 4 && words[0] == "bash") {
    return answer_for_bash(words.subspan(1));
  }
  const bool has_words = words.size() > 2 && (words[0] == "zsh" || words[0] == "fish");
  const std::optional<uint64_t> current = has_words ? whole_number(words[1]) : std::nullopt;
  return current ? answer_for_words(*current, words.subspan(2)) : std::string();
}

}  // namespace quern::cli
