// SPDX-License-Identifier: MIT
//
// The line of its file to which a report about a function points.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/model/profile.h"
#include "quern/query/selection.h"

namespace quern {

/// By node of `nodes`, of those in `wanted`: the line where debug information of the function's
/// object, if that is on this machine, declares it. Else the line of the function's own file with
/// the highest self cost in the sort column, of equal ones the first: code that was inlined from
/// elsewhere in the file may stand above the function. A node without either has no entry. Costs
/// need records (Profile::has_records()); they are read in one pass.
[[nodiscard]] std::unordered_map<uint32_t, uint64_t> function_lines(
    const Profile& profile, const Selection& selection, const NodeMap& nodes,
    std::span<const uint32_t> wanted);

/// The same without debug information: the hottest lines. Nothing without records.
[[nodiscard]] std::unordered_map<uint32_t, uint64_t> hottest_lines(
    const Profile& profile, const Selection& selection, const NodeMap& nodes,
    std::span<const uint32_t> wanted);

}  // namespace quern
