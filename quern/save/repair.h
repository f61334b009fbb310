// SPDX-License-Identifier: MIT
//
// In which format the clean copy of a damaged input is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/model/profile.h"

namespace quern {

/// The format that `to` names, or the suffix of `path`, or else that of the profile's only input.
/// Error (Fault::kUsage) `cannot-repair`: quern does not write that, or not all that it holds.
[[nodiscard]] Result<std::string_view> repair_format(const Profile& profile,
                                                     const std::optional<std::string>& to,
                                                     const std::string& path);

/// Whether its reader goes on with the next row behind an error; if not, the error was the end.
[[nodiscard]] bool reads_on_after_errors(const Profile& profile);

}  // namespace quern
