// SPDX-License-Identifier: MIT
//
// What answers about trees of calls ask alike of a selection.
#pragma once

#include <string_view>

#include "quern/base/diagnostic.h"
#include "quern/model/profile.h"
#include "quern/views/selection.h"

namespace quern {

/// Whether some of the chosen parts have exact stacks and others do not: there is no tree of both.
[[nodiscard]] bool has_mixed_stacks(const Profile& profile, const Selection& selection);
/// The error that says so.
[[nodiscard]] Diagnostic mixed_stacks();

/// The error for several events; `what` is "a flame graph is" or the like.
[[nodiscard]] Diagnostic several_events(std::string_view what);

}  // namespace quern
