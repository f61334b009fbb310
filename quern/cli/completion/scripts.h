// SPDX-License-Identifier: MIT
//
// Completion scripts for shells. They know nothing of quern: each asks the program what may follow
// (complete.h), so that values can come from the profile on the line.
#pragma once

#include <span>
#include <string_view>

namespace quern::cli {

/// "bash", "fish", "zsh".
[[nodiscard]] std::span<const std::string_view> completion_shells();

/// The script for one of these shells; empty for another.
[[nodiscard]] std::string_view completion_script(std::string_view shell);

}  // namespace quern::cli
