// SPDX-License-Identifier: MIT
//
// What a profile has to be for some answers, and what is printed of one that was read.
#pragma once

#include <cstdint>

#include "quern/base/result.h"
#include "quern/cli/session.h"
#include "quern/model/completeness.h"
#include "quern/model/profile.h"

namespace quern::cli {

/// Of what an answer has no room for the marks of estimates: sums of functions and calls, or their
/// single records too.
enum class ExactCosts : uint8_t { kSums, kRecords };

/// Error `needs-exact` where filters made estimates of what the command shows as exact.
[[nodiscard]] Result<void> check_exact(const Arguments& arguments, const Profile& profile,
                                       ExactCosts needed);

/// Error `incomplete-profile` where the profile is not complete and that is not allowed.
[[nodiscard]] Result<void> check_complete(const Arguments& arguments,
                                          const Completeness& completeness);

/// Reports the warnings of reading, for answers that do not show them themselves. Text, Markdown
/// and JSON say on top why a profile is incomplete.
void tell_warnings(const Session& session, const Profile& profile);

}  // namespace quern::cli
