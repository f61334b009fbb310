// SPDX-License-Identifier: MIT
//
// The slow twin of the IgProf reader: written straight from the format's rules over the whole text,
// with strings and maps. It shares no code with the reader it is compared with.
#pragma once

#include <string_view>

#include "quern/testing/meaning/igprof_meaning.h"

namespace quern::testing {

/// What `bytes`, plain text without compression, means.
[[nodiscard]] IgprofMeaning slow_read_igprof(std::string_view bytes);

}  // namespace quern::testing
