// SPDX-License-Identifier: MIT
//
// The summary that a profile alone gets, for whoever has a profile to show.
#pragma once

#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/session.h"

namespace quern::cli {

/// What `quern FILE...` answers.
[[nodiscard]] Result<ExitCode> answer_summary(Session& session,
                                              const std::vector<std::string>& files);

}  // namespace quern::cli
