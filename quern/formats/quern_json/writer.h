// SPDX-License-Identifier: MIT
//
// Writes a fully loaded profile as quern.profile/1: complete and lossless, one record a line,
// nothing built in memory. Of a profile of very many events, whose rows would be nearly all zeros,
// `self` and `inclusive` of lines and calls become `self_pairs` and `inclusive_pairs`, lists of
// [event, cost] without the zeros, and a function's, which add up those, are null.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"

namespace quern::quern_json {

/// Up to so many events, each row of costs has a number for each.
inline constexpr size_t kMostDenseEvents = 1024;

/// What the writer needs beyond the model of one function.
struct FunctionCosts {
  // by event; not asked for beyond kMostDenseEvents
  std::vector<int128> self;
  std::vector<int128> inclusive;  ///< the value, or its lower bound in a cycle
  std::optional<int128> calls;    ///< nothing: the input records no calls
};
/// Fills in the costs of the function with this index; called once for each, ascending.
using CostsOfFunction = std::function<void(size_t function, FunctionCosts& costs)>;

/// Needs Profile::has_records().
void write(const Profile& profile, const CostsOfFunction& costs, ByteSink& out);

}  // namespace quern::quern_json
