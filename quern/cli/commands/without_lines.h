// SPDX-License-Identifier: MIT
//
// The error of an answer about lines or jumps, where the profile has none.
#pragma once

#include "quern/base/diagnostic.h"
#include "quern/cli/options/arguments.h"

namespace quern::cli {

/// `error` as it is, but where filters have made other stacks: what they leave has no lines,
/// whatever the input records.
[[nodiscard]] Diagnostic without_lines(const Arguments& arguments, Diagnostic error);

}  // namespace quern::cli
