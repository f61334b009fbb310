// SPDX-License-Identifier: MIT
//
// `quern __complete`, which completion scripts call: prints what may stand at the cursor. It is
// listed nowhere and only for these scripts. It writes nothing, reads no settings, and prints
// nothing where something goes wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace quern::cli {

inline constexpr std::string_view kCompleteWord = "__complete";

/// The answer to the words behind kCompleteWord; empty where they are none that scripts send:
///
///   bash BEFORE AFTER BREAKS    the line before and behind the cursor, and COMP_WORDBREAKS
///   zsh|fish INDEX WORD...      words behind the program's name; that of the cursor ends there
///
/// The first line of the answer says what follows: "words", then "described", "beginnings" (no
/// blank follows a candidate), "files" (the shell completes files too) and "equals" (behind
/// --option=). Then come the candidates, a line each. For bash they are quoted and continue its
/// current word; for the others they are whole words, and a meaning may stand behind a tab.
[[nodiscard]] std::string completion_answer(std::span<const std::string> words);

}  // namespace quern::cli
