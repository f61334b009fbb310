// SPDX-License-Identifier: MIT
//
// Help pages, made from the tables of commands, options and topics.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/options/commands.h"

namespace quern::cli {

/// "quern 0.2.0".
[[nodiscard]] std::string version_line();

/// The commands that most people need, on one screen: `quern help`, `quern -h`.
[[nodiscard]] std::string general_help(size_t width);
/// The same with all commands, topics and general options: `quern help --all`, `quern --help`.
[[nodiscard]] std::string full_help(size_t width);

/// What may follow `help`: commands and topics.
[[nodiscard]] std::vector<std::string_view> help_names();

/// What a command is for, its common options and a few examples, on one screen: `-h`.
[[nodiscard]] std::string brief_help(const Command& command, size_t width);

/// Usage, description, all options and examples of one command: `--help`.
[[nodiscard]] std::string command_help(const Command& command, size_t width);

/// The page of a command or topic. Error `unknown-topic`, with the nearest.
[[nodiscard]] Result<std::string> topic_help(std::string_view name, size_t width);

/// Options of a command under the heading that they have in help.
struct OptionsOfGroup {
  std::string_view title;
  std::vector<const Option*> options;
};
[[nodiscard]] std::vector<OptionsOfGroup> grouped_options(const Command& command);

/// "quern top FILE... [OPTION...]".
[[nodiscard]] std::string synopsis(const Command& command);

/// The option's help sentence with the values that `command` allows.
[[nodiscard]] std::string option_text(const Command& command, const Option& option);

}  // namespace quern::cli
