// SPDX-License-Identifier: MIT
//
// Words as a POSIX shell needs them, for the commands that answers suggest.
#pragma once

#include <string>
#include <string_view>

namespace quern {

/// `word` in single quotes.
[[nodiscard]] std::string single_quoted(std::string_view word);

/// `word` itself where a shell takes it as it is, else in single quotes.
[[nodiscard]] std::string shell_quoted(std::string_view word);

}  // namespace quern
