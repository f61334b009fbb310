// SPDX-License-Identifier: MIT
//
// What `--each` means to the commands that take it.
#pragma once

#include "quern/base/result.h"
#include "quern/cli/arguments.h"

namespace quern::cli {

/// An error where options of single calls stand without --each, or beside --group-by.
[[nodiscard]] Result<void> check_each(const Arguments& arguments);

}  // namespace quern::cli
