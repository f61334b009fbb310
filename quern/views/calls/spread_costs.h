// SPDX-License-Identifier: MIT
//
// How the costs of single calls spread: sorted by amount where that is needed and no further.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/events/event_sum.h"
#include "quern/model/profile.h"
#include "quern/views/calls/invocations.h"

namespace quern {

inline constexpr uint32_t kNoSlot = ~uint32_t{0};

/// The spreads of `slots` sets of calls: those of a function belong to slot_of[function]. Of a set
/// without calls all numbers are 0. Memory is 8 bytes a call (16 where costs need more than 64
/// bits).
[[nodiscard]] std::vector<Spread> spread_costs(const Profile& profile, const PartSet& parts,
                                               std::span<const EventSum> columns,
                                               std::span<const uint32_t> slot_of, size_t slots);

/// The quantiles of costs, which get another order; zeros where there are none.
template <class Cost>
[[nodiscard]] Quantiles quantiles_of(std::span<Cost> costs);

}  // namespace quern
