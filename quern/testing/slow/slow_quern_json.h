// SPDX-License-Identifier: MIT
//
// The slow twin of the reader of quern's own JSON: the whole document as a tree of values. It
// shares no code with the reader it is compared with, and no JSON library. It reads documents with
// one number an event in each row, all of which add up. Of an invalid file it tells no place.
#pragma once

#include <string_view>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

/// What `bytes`, plain text, means.
[[nodiscard]] Meaning slow_read_quern_json(std::string_view bytes);

}  // namespace quern::testing
