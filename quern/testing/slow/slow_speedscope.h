// SPDX-License-Identifier: MIT
//
// The slow twin of the reader of speedscope's files: a whole document as a tree of values, decimal
// numbers as texts that are shifted digit by digit. It shares no code with the reader it is
// compared with, and no JSON library. Of an invalid file, and of warnings, it tells no place.
#pragma once

#include <string_view>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

/// What `bytes`, plain text, means.
[[nodiscard]] Meaning slow_read_speedscope(std::string_view bytes);

}  // namespace quern::testing
