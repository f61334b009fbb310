// SPDX-License-Identifier: MIT
//
// What `--each` means to the commands that take it.
#pragma once

#include "quern/base/result.h"
#include "quern/cli/options/arguments.h"

namespace quern::cli {

/// An error where options of single calls stand without --each, or beside --group-by.
[[nodiscard]] Result<void> check_each(const Arguments& arguments);

/// The error of an answer about lines or jumps; where filters have made other stacks, what they
/// leave has none, whatever the input records.
[[nodiscard]] Diagnostic without_lines(const Arguments& arguments, Diagnostic error);

}  // namespace quern::cli
