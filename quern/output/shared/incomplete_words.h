// SPDX-License-Identifier: MIT
//
// What people read about an incomplete profile. All forms use these words, so that no answer can
// leave the reason out or say it differently. What is missing, not only that something is: people
// then know whether the answer still serves them.
#pragma once

#include <string>
#include <vector>

#include "quern/query/selection.h"

namespace quern {

/// One line for each reason: "a.out:812: the part ends without …; Ir: 1,000 declared, 500 read".
[[nodiscard]] std::vector<std::string> incomplete_lines(const Completeness& completeness);

/// Adds the same lines, each as "incomplete: …", to the pieces of a picture's subtitle.
void add_incomplete(std::vector<std::string>& pieces, const Completeness& completeness);

}  // namespace quern
