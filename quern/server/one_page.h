// SPDX-License-Identifier: MIT
//
// The page in one file: its script, its styles and the answers that it has with it. It asks nobody
// for anything; its policy names the script and the styles by their hashes and forbids the rest.
#pragma once

#include <cstdint>
#include <string>

#include "quern/base/result.h"
#include "quern/server/live_profiles.h"

namespace quern::server {

/// The document. The profiles have to be ready; `most`: as of embedded_answers(). The same profiles
/// and sources give the same bytes. Error `not-built-in` where this program has no page.
[[nodiscard]] Result<std::string> one_page(const LiveProfiles& live, uint64_t most);

}  // namespace quern::server
