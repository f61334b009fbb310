// SPDX-License-Identifier: MIT
//
// A context in an answer's rows: its function and the callers that led to it.
#pragma once

#include <cstddef>
#include <vector>

#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/views/lists/nodes.h"

namespace quern {

/// Callers that a row names; of deeper stacks it has the depth.
inline constexpr size_t kMostCallers = 64;

/// The context's function or group.
[[nodiscard]] RowName name_of(const Profile& profile, const Nodes& nodes, ContextId context);
/// The first kMostCallers of its callers, the innermost first.
[[nodiscard]] std::vector<RowName> callers_of(const Profile& profile, const Nodes& nodes,
                                              ContextId context);

}  // namespace quern
