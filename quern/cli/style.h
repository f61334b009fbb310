// SPDX-License-Identifier: MIT
//
// How an answer looks, and the commands that it suggests.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "quern/cli/session.h"
#include "quern/model/profile.h"
#include "quern/output/render.h"

namespace quern::cli {

/// How the answer looks; `files` are for the commands it suggests.
[[nodiscard]] Style answer_style(const Session& session, std::span<const std::string> files);
/// The same, where these name functions of `profiles`, which outlive it.
[[nodiscard]] Style answer_style(const Session& session, std::span<const std::string> files,
                                 std::vector<const Profile*> profiles);

}  // namespace quern::cli
