// SPDX-License-Identifier: MIT
//
// Filters of the engine as parameters: another profile is made of the one that was read, and asked
// instead.
#pragma once

#include <array>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "quern/filters/filter_plan.h"
#include "quern/server/live_profiles.h"
#include "quern/server/query_parameters.h"

namespace quern::server {

/// Named as the options of the terminal; each may stand several times.
inline constexpr auto kFilterNames =
    std::to_array<std::string_view>({"focus*", "ignore*", "show-from*", "show*", "hide*"});

struct AskedFilters {
  FilterPlan plan;
  std::string key;  ///< tells filters apart that make other profiles
};

/// Refused, with the parameter at fault: 400 for more expressions than anybody writes, 422
/// `bad-regexp`, `bad-filter`.
[[nodiscard]] Asked<AskedFilters> asked_filters(const QueryParameters& parameters);

/// `set` through the filters, itself where there are none; without its base unless that is needed.
/// Refused: what FilterPlan::run() refuses, 422; `stopped` among it, once `stop` asks for an end.
[[nodiscard]] Asked<std::shared_ptr<const ProfilePair>> filtered_set(
    const std::shared_ptr<const ProfilePair>& set, const AskedFilters& filters, bool needs_base,
    const std::stop_token& stop = {});

}  // namespace quern::server
