// SPDX-License-Identifier: MIT
//
// Compares what a test made with a file that a person has read. With QUERN_UPDATE_GOLDENS=1 in the
// environment the file is rewritten instead: read the difference before you keep it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace quern::testing {

/// Nothing where `actual` is what the file holds (or was just made to hold); else what differs: the
/// first line that does, both ways.
[[nodiscard]] std::optional<std::string> golden_difference(const std::string& path,
                                                           std::string_view actual);

}  // namespace quern::testing
