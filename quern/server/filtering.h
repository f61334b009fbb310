// SPDX-License-Identifier: MIT
//
// Filters of the engine as parameters: another profile is made of the one that was read, and asked
// instead.
#pragma once

#include <array>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "quern/server/live_profiles.h"
#include "quern/server/query_parameters.h"
#include "quern/workspace/transform.h"

namespace quern::server {

/// Named as the options of the terminal; each may stand several times.
inline constexpr auto kFilterNames =
    std::to_array<std::string_view>({"focus*", "ignore*", "show-from*", "show*", "hide*"});

struct AskedFilters {
  Transform how;
  std::string key;  ///< tells filters apart that make other profiles
};

/// Refused, with the parameter at fault: 400 for more expressions than anybody writes, 422
/// `bad-regexp`, `bad-filter`.
[[nodiscard]] Asked<AskedFilters> asked_filters(const QueryParameters& parameters);

/// `set` through the filters, itself where there are none; without its base unless that is needed.
/// Refused: what transform() refuses, 422; `stopped` among it, by `filters.how.stop`.
[[nodiscard]] Asked<std::shared_ptr<const ProfilePair>> filtered_set(
    const std::shared_ptr<const ProfilePair>& set, const AskedFilters& filters, bool needs_base);

}  // namespace quern::server
