// SPDX-License-Identifier: MIT
//
// What people read of an incomplete profile, the same in every form.
#pragma once

#include <string>
#include <vector>

#include "quern/query/selection.h"

namespace quern {

/// One line for each reason: "a.out:812: the part ends without …; Ir: 1,000 declared, 500 read".
[[nodiscard]] std::vector<std::string> incomplete_lines(const Completeness& completeness);

/// Likewise as pieces of a subtitle: "incomplete: …".
void add_incomplete(std::vector<std::string>& pieces, const Completeness& completeness);

}  // namespace quern
