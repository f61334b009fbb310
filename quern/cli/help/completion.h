// SPDX-License-Identifier: MIT
//
// Completion scripts for shells, made from the tables of commands and options.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace quern::cli {

/// "bash", "fish", "zsh".
[[nodiscard]] std::span<const std::string_view> completion_shells();

/// The script for one of these shells; empty for another.
[[nodiscard]] std::string completion_script(std::string_view shell);

}  // namespace quern::cli
