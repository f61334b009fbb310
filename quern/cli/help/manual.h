// SPDX-License-Identifier: MIT
//
// Manual pages in the language of man(7), made from the tables of commands and options.
#pragma once

#include <string>

#include "quern/cli/options/commands.h"

namespace quern::cli {

/// "quern-top", or "quern" for the nameless command.
[[nodiscard]] std::string manual_name(const Command& command);

/// The whole page, section 1. The nameless command's lists all commands.
[[nodiscard]] std::string manual_page(const Command& command);

}  // namespace quern::cli
