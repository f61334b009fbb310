// SPDX-License-Identifier: MIT
//
// The options that another command needs to show the same numbers of the same files: how these are
// read, what functions are called, which filters there are.
#pragma once

#include <string>
#include <vector>

#include "quern/cli/options/arguments.h"

namespace quern::cli {

/// Adds an option with its values as they can be typed again, quoted for a shell.
void add_words(const Setting& setting, std::vector<std::string>& words);

/// As words for a shell, quoted: those that were typed, and those that a configuration file sets
/// for this command alone; what files set for all commands, these read themselves. An option's
/// values stand in their order. What changes speed alone is left out.
[[nodiscard]] std::vector<std::string> repeated_options(const Arguments& arguments);

/// The options among them that say where sources and object files are.
[[nodiscard]] std::vector<std::string> repeated_source_options(const Arguments& arguments);

}  // namespace quern::cli
