// SPDX-License-Identifier: MIT
//
// The one function or group that a user's word means, for answers about one.
#pragma once

#include <cstdint>
#include <string_view>

#include "quern/base/result.h"
#include "quern/query/selection.h"
#include "quern/views/lists/node_costs.h"

namespace quern {

/// Of those that are listed. Errors: those of peek() (peek.cc).
[[nodiscard]] Result<uint32_t> find_node(const NodeCosts& costs, const Selection& selection,
                                         std::string_view wanted);

}  // namespace quern
