// SPDX-License-Identifier: MIT
//
// Manual pages in the language of man(7), made from the tables of commands and options and from the
// pages of docs/.
#pragma once

#include <string>

#include "quern/cli/help/topics.h"
#include "quern/cli/options/commands.h"

namespace quern::cli {

/// "quern-top", or "quern" for the nameless command.
[[nodiscard]] std::string manual_name(const Command& command);

/// "quern-queries"; "quern-json" stays.
[[nodiscard]] std::string manual_name(const Topic& topic);

/// The whole page, section 1. The nameless command's lists all commands.
[[nodiscard]] std::string manual_page(const Command& command);
/// The whole page, of the topic's section.
[[nodiscard]] std::string manual_page(const Topic& topic);

}  // namespace quern::cli
