// SPDX-License-Identifier: MIT
//
// The slow twin of the reader of pprof's files: whole messages as lists of fields, tables as maps.
// It shares no code with the reader it is compared with. Of an invalid file it tells no place.
#pragma once

#include <string_view>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

/// What `bytes`, without compression, mean.
[[nodiscard]] Meaning slow_read_pprof(std::string_view bytes);

}  // namespace quern::testing
