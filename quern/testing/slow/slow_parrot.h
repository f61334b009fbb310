// SPDX-License-Identifier: MIT
//
// The slow twin of the reader of raw Parrot profiles: written straight from the format's rules,
// with whole strings and maps. It shares no code with the reader it is compared with.
#pragma once

#include <string_view>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

/// Whether the first row that is neither blank nor a comment is a raw profile's.
[[nodiscard]] bool looks_like_raw_parrot(std::string_view bytes);

/// What `bytes`, plain text without compression, means.
[[nodiscard]] Meaning slow_read_parrot(std::string_view bytes);

}  // namespace quern::testing
