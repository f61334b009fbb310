// SPDX-License-Identifier: MIT
//
// What an option does for one command. Most options do the same for all commands that take them,
// and the table of options describes them. Where commands differ, each has words of its own here,
// so that help never mentions other commands.
#pragma once

#include <string_view>

#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"

namespace quern::cli {

struct OptionHelp {
  std::string_view brief;  ///< as Option::brief
  std::string_view help;   ///< as Option::help
};

[[nodiscard]] OptionHelp help_of(const Command& command, const Option& option);

}  // namespace quern::cli
