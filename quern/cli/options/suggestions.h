// SPDX-License-Identifier: MIT
//
// What a user may have meant: hints for words that are no command, option or topic of quern.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace quern::cli {

struct Command;
struct Option;

/// The commands to try for a word of other tools or of everyday language, each in single quotes:
/// "'quern diff'" for "compare". Nothing for words that have no row in the table.
[[nodiscard]] std::optional<std::string_view> commands_meant_by(std::string_view word);

/// "did you mean 'X'?" of the nearest of the names, `in_front` of it; where none is near,
/// `otherwise`.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string_view> names,
                                       std::string otherwise, std::string_view in_front = {});

/// The same for a word that should name a command: by its meaning first, then by its spelling.
[[nodiscard]] std::string command_meant(std::string_view word, std::string otherwise);

/// The command to show for an option that another command does not take: `top` if it takes it.
[[nodiscard]] const Command& command_that_takes(const Option& option);

/// "-e is an option of 'quern top' and 3 other commands". `typed`: the option as the user wrote it.
[[nodiscard]] std::string commands_that_take(const Option& option, std::string_view typed);

/// Whether `word` has a dot or a slash, as paths have.
[[nodiscard]] bool looks_like_path(std::string_view word);
/// Whether `word` is a path or looks like the name of a profile: with a dot, a slash or a digit.
[[nodiscard]] bool looks_like_file(std::string_view word);

}  // namespace quern::cli
