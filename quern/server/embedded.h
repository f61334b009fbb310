// SPDX-License-Identifier: MIT
//
// The answers that a page in one file has with it: those of handle() to the questions that are most
// likely asked, byte for byte, until a number of bytes is reached. Beside them it stands what is
// held of how much. Which questions these are, and how they are written: docs/api.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "quern/server/live_profiles.h"

namespace quern::server {

/// {"schema":"quern.page/1",…}. The profiles have to be ready. More than `most` bytes only where
/// what is known of the profile alone is more.
[[nodiscard]] std::string embedded_answers(const LiveProfiles& live, uint64_t most);

}  // namespace quern::server
