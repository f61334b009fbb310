// SPDX-License-Identifier: MIT
//
// Options that do not go together, or that another one has to stand beside: one table for all
// commands, which is looked through before anything is read. What depends on the profile is checked
// where the profile is.
#pragma once

#include "quern/base/result.h"
#include "quern/cli/options/arguments.h"

namespace quern::cli {

/// Error (Fault::kUsage) `needs-option`, of the first conflict that the command's options have.
[[nodiscard]] Result<void> check_conflicts(const Arguments& arguments);

}  // namespace quern::cli
