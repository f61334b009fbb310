// SPDX-License-Identifier: MIT
//
// Copies of whole files in a folder of their own, which appears at once when all are there.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "quern/base/result.h"

namespace quern {

/// How the names of folders in the new one begin.
inline constexpr std::string_view kSubfolderStart = "run-";

/// What to copy, and under which name in the new folder; FOLDER/NAME for one in it that is named as
/// kSubfolderStart wants.
using FileCopy = std::pair<std::string, std::string>;

/// Makes `folder` with copies of files, byte for byte, and the folders above it where they lack.
/// With `replace` it takes the place of one that is there, atomically (see
/// writing/new_folder.h); nothing is changed before all is copied. On return all of it would
/// outlive a loss of power. What a killed run left of this folder is recovered or removed first.
/// Errors: as open_input for what is copied; (Fault::kOutput) `output-exists`, `output-failed`,
/// `write-failed` with the system's reason.
[[nodiscard]] Result<void> copy_into_folder(const std::string& folder,
                                            std::span<const FileCopy> files, bool replace);

}  // namespace quern
