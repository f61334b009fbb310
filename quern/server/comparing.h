// SPDX-License-Identifier: MIT
//
// Answers about `new` beside `base`.
#pragma once

#include "quern/server/routes.h"

namespace quern::server {

/// The same list as answer_functions(), of changes.
Answer answer_changes(const Question& question);
/// The same as answer_function(), of changes.
Answer answer_changed_function(const Question& question);

}  // namespace quern::server
