// SPDX-License-Identifier: MIT
//
// What may stand at the cursor of a command line, from the tables of commands and options and from
// the profile on the line. Knows no shell. Reads profiles within the bounds of outline.h, and
// neither settings nor anything but regular files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern::cli {

inline constexpr size_t kMostCandidates = 200;

struct Candidate {
  std::string value;    ///< the whole word, which begins with what is typed
  std::string meaning;  ///< one phrase; empty: none
};

struct Candidates {
  std::vector<Candidate> words;  ///< at most kMostCandidates
  /// There are more words than that: these are what they begin with, and none is complete.
  bool are_beginnings = false;
  bool files = false;          ///< a file may stand here too
  bool behind_equals = false;  ///< as the value in --option=value
};

/// `words`: what follows the program's name. `words[current]` ends at the cursor and may be empty.
[[nodiscard]] Candidates candidates(std::span<const std::string> words, size_t current);

/// At most `most` texts such that each of `names` begins with one of them: `names` themselves where
/// they are no more, else their beginnings, as long as possible. None where these would have no
/// more than `typed` bytes. `names` are sorted, each once; `most` is not 0.
[[nodiscard]] std::vector<std::string> common_beginnings(std::span<const std::string> names,
                                                         size_t typed, size_t most);

}  // namespace quern::cli
