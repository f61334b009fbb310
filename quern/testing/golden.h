// SPDX-License-Identifier: MIT
//
// Compares what a test made with a stored file (a golden), which a person has read and found right.
// It suits answers that are too long for a test's source. With QUERN_UPDATE_GOLDENS=1 in the
// environment the file is rewritten and the test passes: read the difference before you commit it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace quern::testing {

/// Nothing if `actual` is what the file holds, or was just written to it. Else a message with the
/// first line that differs, both ways; also if there is no such file.
[[nodiscard]] std::optional<std::string> golden_difference(const std::string& path,
                                                           std::string_view actual);

}  // namespace quern::testing
