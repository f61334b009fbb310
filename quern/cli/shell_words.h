// SPDX-License-Identifier: MIT
//
// Words as a POSIX shell needs them, for the commands that answers suggest.
#pragma once

#include <string>
#include <string_view>

namespace quern::cli {

/// `word` itself where a shell takes it as it is, else in single quotes.
[[nodiscard]] std::string shell_quoted(std::string_view word);

}  // namespace quern::cli
