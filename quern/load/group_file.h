// SPDX-License-Identifier: MIT
//
// A file of group rules (quern/query/group_rules.h tells what is in it).
#pragma once

#include <string>

#include "quern/base/result.h"
#include "quern/query/group_rules.h"

namespace quern {

/// Errors: those of open_input and of GroupRules::read, and `bad-group-rule` for a file of more
/// than 4 MiB.
[[nodiscard]] Result<GroupRules> read_group_file(const std::string& path);

}  // namespace quern
