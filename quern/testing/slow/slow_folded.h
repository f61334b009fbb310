// SPDX-License-Identifier: MIT
//
// The slow twin of the reader of folded stacks: written straight from the format's rules, with
// whole strings and lists of them. It shares no code with the reader it is compared with.
#pragma once

#include <string_view>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

/// What `bytes`, plain text of less than 64 KiB, means.
[[nodiscard]] Meaning slow_read_folded(std::string_view bytes);

}  // namespace quern::testing
