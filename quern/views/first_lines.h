// SPDX-License-Identifier: MIT
//
// Where functions begin, as far as costs tell: the first line of a function's own file that cost
// something. For reports that point at a line.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "quern/analysis/profile_graph.h"
#include "quern/model/profile.h"

namespace quern {

/// By node of `nodes`, of those in `wanted`; a node whose lines are not known has no entry. Nothing
/// of profiles without records (Profile::has_records()). One pass over all self costs.
[[nodiscard]] std::unordered_map<uint32_t, uint64_t> first_lines(const Profile& profile,
                                                                 const PartSet& parts,
                                                                 const NodeMap& nodes,
                                                                 std::span<const uint32_t> wanted);

}  // namespace quern
