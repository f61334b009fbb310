// SPDX-License-Identifier: MIT
//
// Sentences broken into lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// `words` broken at blanks into lines of at most `columns`; a longer word has a line of its own.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view words, size_t columns);

}  // namespace quern
