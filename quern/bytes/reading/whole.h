// SPDX-License-Identifier: MIT
//
// Inputs that are small enough to be held whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "quern/base/result.h"
#include "quern/bytes/reading/source.h"

namespace quern {

/// All that is left of a source, or as much as `most` bytes. Errors: those of ByteSource::read().
[[nodiscard]] Result<std::string> read_whole(ByteSource& source, size_t most = SIZE_MAX);

}  // namespace quern
