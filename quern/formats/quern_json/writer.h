// SPDX-License-Identifier: MIT
//
// Writes a fully loaded profile as quern.profile/1: complete and lossless, one record a line,
// nothing built in memory. Its schema is docs/json/profile.md's.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"

namespace quern::quern_json {

/// What the writer needs beyond the model, by function.
struct FunctionCosts {
  size_t events = 0;              ///< of the profile; rows below have as many
  std::vector<int128> self;       ///< function x event
  std::vector<int128> inclusive;  ///< likewise: the value, or its lower bound in a cycle
  std::vector<int128> calls;      ///< by function; empty: the input records no calls
};

/// Needs Profile::has_records().
void write(const Profile& profile, const FunctionCosts& costs, ByteSink& out);

}  // namespace quern::quern_json
