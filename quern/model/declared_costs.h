// SPDX-License-Identifier: MIT
//
// Costs that a part declares but has no rows for: `summary:` is the cost of the whole run, and the
// base of percentages, while the rows may cover less. This is the only place that decides by how
// much the declared cost exceeds the rows.
//
//   events: Ir
//   summary: 1000        100 % is 1,000 Ir
//   fn=main
//   1 100
//   2 400                500 Ir are (not in this profile)
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/event.h"
#include "quern/model/records/part.h"

namespace quern {

/// The function, file and object that stand for declared costs without rows.
inline constexpr std::string_view kNotInProfile = "(not in this profile)";

/// Whether two costs that should be equal differ by no more than those of a sound file may:
/// Valgrind counts a few events outside all functions.
[[nodiscard]] bool is_negligible(int128 difference, int128 total);

/// By how much the last `summary:` exceeds `totals`, the sums of the part's rows; by event of the
/// part, 0 where it does not. Empty where no event has such costs: the part has no summary or one
/// that is no base (PartHeader::has_summary_as_base), an event holds peaks, or `totals:` equals the
/// sums and each difference is_negligible() (at most 2 or 0.1 %), as where Valgrind simulates
/// caches or branches. `events`: those of the profile.
[[nodiscard]] std::vector<int128> costs_without_rows(const PartHeader& header,
                                                     std::span<const int128> totals,
                                                     std::span<const Event> events);

}  // namespace quern
