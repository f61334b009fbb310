// SPDX-License-Identifier: MIT
//
// What standard output and standard error lead to: a terminal or not, how wide, and whether to use
// color there. The facts are asked once; what follows from them is pure and tested as such.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "quern/cli/options/arguments.h"

namespace quern::cli {

struct StreamFacts {
  bool is_terminal = false;
  size_t width = 0;   ///< columns as the terminal says, 0 where it does not
  size_t height = 0;  ///< rows; 0 if unknown
};

struct TerminalFacts {
  StreamFacts out;
  StreamFacts err;
  bool no_color = false;         ///< NO_COLOR is set and not empty
  bool is_dumb = false;          ///< TERM is "dumb"
  std::optional<size_t> wanted;  ///< COLUMNS, where it is a number above 0
};

/// Asks the system and the environment.
[[nodiscard]] TerminalFacts terminal_facts();

/// A number above 0, else nothing: for COLUMNS.
[[nodiscard]] std::optional<size_t> parse_columns(std::string_view text);

[[nodiscard]] bool use_color(ColorChoice choice, const TerminalFacts& facts,
                             const StreamFacts& stream);

/// Columns that a text answer may use; 0: no limit, in pipes and files.
[[nodiscard]] size_t answer_width(std::optional<size_t> asked, const TerminalFacts& facts,
                                  bool goes_to_file);

/// Columns for help pages, which always need some.
[[nodiscard]] size_t help_width(std::optional<size_t> asked, const TerminalFacts& facts);

}  // namespace quern::cli
